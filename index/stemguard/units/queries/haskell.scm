; Functions in functions are what `where` and `let` name. Values are functions, too: whether they
; take arguments is not to be seen.

[(comment) (haddock)] @comment
(pragma) @attribute
[(data_constructors "|" @attribute) (fields "," @attribute)]

(header module: (module) @name) @module

(declarations
  (signature name: [(variable) @name (prefix_id (operator) @name)]) @function)
(declarations
  (signature
    names: (binding_list name: [(variable) @name (prefix_id (operator) @name)])) @function)
(declarations
  (function name: [(variable) @name (prefix_id (operator) @name)]) @function)
(declarations
  (function
    (infix operator: [(operator) @name (infix_id (variable) @name)])) @function)
(declarations (bind pattern: (tuple element: (variable) @name)) @function)
(declarations
  (bind name: [(variable) @name (prefix_id (operator) @name)]) @function)

(class_declarations
  (signature name: [(variable) @name (prefix_id (operator) @name)]) @function)
(class_declarations
  (signature
    names: (binding_list name: [(variable) @name (prefix_id (operator) @name)])) @function)
(class_declarations
  (function name: [(variable) @name (prefix_id (operator) @name)]) @function)
(class_declarations
  (function
    (infix operator: [(operator) @name (infix_id (variable) @name)])) @function)
(class_declarations
  (bind name: [(variable) @name (prefix_id (operator) @name)]) @function)

(instance_declarations
  (signature name: [(variable) @name (prefix_id (operator) @name)]) @function)
(instance_declarations
  (signature
    names: (binding_list name: [(variable) @name (prefix_id (operator) @name)])) @function)
(instance_declarations
  (function name: [(variable) @name (prefix_id (operator) @name)]) @function)
(instance_declarations
  (function
    (infix operator: [(operator) @name (infix_id (variable) @name)])) @function)
(instance_declarations
  (bind name: [(variable) @name (prefix_id (operator) @name)]) @function)

(foreign_import signature: (signature name: (variable) @name)) @function
(pattern_synonym (signature synonym: (constructor) @name)) @function
(pattern_synonym (equation synonym: [
  (constructor) @name
  (apply function: (constructor) @name)
  (apply function: (apply function: (constructor) @name))
  (infix operator: (constructor_operator) @name)
])) @function

(data_type name: [(name) @name (prefix_id (_) @name)]) @type
(newtype name: (name) @name) @type
(type_synonym name: (name) @name) @type
(type_family name: (name) @name) @type
(data_family name: (name) @name) @type
(data_constructor constructor: [
  (prefix name: (constructor) @name)
  (record name: (constructor) @name)
  (infix operator: (constructor_operator) @name)
]) @member
(newtype_constructor name: (constructor) @name) @member
(gadt_constructor name: (constructor) @name) @member
(field name: (field_name (variable) @name)) @field

(class name: (name) @name) @class
(instance
  name: (name) @name
  patterns: (type_patterns . [
    (name) @within
    (parens type: (name) @within)
    (parens type: (apply constructor: (name) @within))
    (parens type: (apply constructor: (apply constructor: (name) @within)))
    (tuple) @within
    (list) @within
  ])) @instance
(instance name: (name) @name) @instance
(deriving_instance
  name: (name) @name
  patterns: (type_patterns . [
    (name) @within
    (parens type: (name) @within)
    (parens type: (apply constructor: (name) @within))
    (parens type: (apply constructor: (apply constructor: (name) @within)))
  ])) @instance
(deriving_instance name: (name) @name) @instance
