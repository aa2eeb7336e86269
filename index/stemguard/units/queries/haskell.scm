; Functions in functions are what `where` and `let` name. Values are functions, too: whether they
; take arguments is not to be seen.

[(comment) (haddock)] @comment
(pragma) @attribute
[(data_constructors "|" @attribute) (fields "," @attribute)]

(header module: (module) @name) @module

(declarations
  [
    (signature name: [(variable) @name (_ (operator) @name)])
    (signature names: (_ name: [(variable) @name (_ (operator) @name)]))
    (function name: [(variable) @name (_ (operator) @name)])
    (function (infix operator: [(operator) @name (_ (variable) @name)]))
    (bind name: [(variable) @name (_ (operator) @name)])
    (bind pattern: (_ element: (variable) @name))
  ] @function)
(class_declarations
  [
    (signature name: [(variable) @name (_ (operator) @name)])
    (signature names: (_ name: [(variable) @name (_ (operator) @name)]))
    (function name: [(variable) @name (_ (operator) @name)])
    (function (infix operator: [(operator) @name (_ (variable) @name)]))
    (bind name: [(variable) @name (_ (operator) @name)])
  ] @function)
(instance_declarations
  [
    (signature name: [(variable) @name (_ (operator) @name)])
    (signature names: (_ name: [(variable) @name (_ (operator) @name)]))
    (function name: [(variable) @name (_ (operator) @name)])
    (function (infix operator: [(operator) @name (_ (variable) @name)]))
    (bind name: [(variable) @name (_ (operator) @name)])
  ] @function)

(foreign_import signature: (signature name: (variable) @name)) @function
(pattern_synonym (signature synonym: (constructor) @name)) @function
(pattern_synonym (equation synonym: [
  (constructor) @name
  (_ function: (constructor) @name)
  (_ function: (_ function: (constructor) @name))
  (_ operator: (constructor_operator) @name)
])) @function

(data_type name: [(name) @name (prefix_id (_) @name)]) @type
(newtype name: (name) @name) @type
(type_synonym name: (name) @name) @type
(type_family name: (name) @name) @type
(data_family name: (name) @name) @type
(data_constructor constructor: [
  (_ name: (constructor) @name)
  (_ operator: (constructor_operator) @name)
]) @member
(newtype_constructor name: (constructor) @name) @member
(gadt_constructor name: (constructor) @name) @member
(field name: (field_name (variable) @name)) @field

(class name: (name) @name) @class
(instance
  name: (name) @name
  patterns: (type_patterns . [
    (name) @within
    (parens type: [
      (name) @within
      (_ constructor: (name) @within)
      (_ constructor: (_ constructor: (name) @within))
    ])
    (tuple) @within
    (list) @within
  ])) @instance
(instance name: (name) @name) @instance
(deriving_instance
  name: (name) @name
  patterns: (type_patterns . [
    (name) @within
    (parens type: [
      (name) @within
      (_ constructor: (name) @within)
      (_ constructor: (_ constructor: (name) @within))
    ])
  ])) @instance
(deriving_instance name: (name) @name) @instance
