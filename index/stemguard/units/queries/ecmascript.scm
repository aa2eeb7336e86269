; What JavaScript and TypeScript have in common. A declaration is its definition as a whole, unless
; it declares several: these are one each. Constants and variables count at the top, functions
; wherever they are.

(comment) @comment
(decorator) @attribute
(export_statement "export" @attribute)
(export_statement "default" @attribute declaration: (_))
(export_statement "default" @name value: [(function_expression) (generator_function) (arrow_function)]) @function
(export_statement "default" @name value: (class)) @class

(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(class_declaration name: (_) @name) @class

(method_definition
  name: [
    (property_identifier) @name
    (private_property_identifier) @name
    (computed_property_name) @name
    (string (string_fragment) @name)
  ]) @method
(pair
  key: [(property_identifier) @name (string (string_fragment) @name)]
  value: [(function_expression) (generator_function) (arrow_function)]) @method

; A function or class expression has the name of what it is assigned to.
(variable_declarator
  value: [
    (function_expression name: (identifier) @name)
    (generator_function name: (identifier) @name)
    (class name: (_) @name)
  ])
(assignment_expression
  left: (member_expression property: (property_identifier) @_left)
  right: [
    (function_expression name: (identifier) @name)
    (generator_function name: (identifier) @name)
    (class name: (_) @name)
  ]
  (#not-eq? @_left "exports"))

(lexical_declaration
  .
  (variable_declarator
    name: (identifier) @name
    value: [(function_expression) (generator_function) (arrow_function)])
  .) @function
(variable_declaration
  .
  (variable_declarator
    name: (identifier) @name
    value: [(function_expression) (generator_function) (arrow_function)])
  .) @function
(variable_declarator
  name: (identifier) @name
  value: [(function_expression) (generator_function) (arrow_function)]) @function
(lexical_declaration . (variable_declarator name: (identifier) @name value: (class)) .) @class
(variable_declaration . (variable_declarator name: (identifier) @name value: (class)) .) @class
(variable_declarator name: (identifier) @name value: (class)) @class

(expression_statement
  . (assignment_expression
    left: (member_expression
      object: [
        (identifier) @_exports
        (member_expression object: (identifier) property: (property_identifier) @_exports)
      ]
      property: (property_identifier) @name)
    right: [(function_expression) (generator_function) (arrow_function)])
  (#eq? @_exports "exports")) @function
(expression_statement
  . (assignment_expression
    left: (member_expression
      object: [
        (identifier) @_exports
        (member_expression object: (identifier) property: (property_identifier) @_exports)
      ]
      property: (property_identifier) @name)
    right: (class))
  (#eq? @_exports "exports")) @class
(expression_statement
  . (assignment_expression
    left: (member_expression
      object: (member_expression
        object: (_) @within
        property: (property_identifier) @_prototype)
      property: (property_identifier) @name)
    right: [(function_expression) (generator_function) (arrow_function)])
  (#eq? @_prototype "prototype")) @method
(expression_statement
  . (assignment_expression
    left: (member_expression
      object: [(identifier) @within (member_expression) @within (this)]
      property: (property_identifier) @name)
    right: [(function_expression) (generator_function) (arrow_function)])
  (#not-eq? @name "exports")) @method
(expression_statement
  . (assignment_expression
    right: [
      (function_expression name: (identifier) @name)
      (generator_function name: (identifier) @name)
    ])) @function
(expression_statement . (assignment_expression right: (class name: (_) @name))) @class

(function_expression name: (identifier) @name) @function
(generator_function name: (identifier) @name) @function
(class name: (_) @name) @class
