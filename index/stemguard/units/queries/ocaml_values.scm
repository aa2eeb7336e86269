; What takes an argument is a function. What `let ... in` binds is in no structure, and no definition.

(compilation_unit (value_definition ["let" "rec" "and" (attribute)] @attribute))
(compilation_unit
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      . [(parameter) (abstract_type)]) @function))
(compilation_unit
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      . [":" "="]
      body: [(fun_expression) (function_expression)]) @function))
(compilation_unit
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      . [":" "="]) @constant))
(compilation_unit (value_definition (let_binding pattern: (tuple_pattern (value_name) @name)) @constant))

(structure (value_definition ["let" "rec" "and" (attribute)] @attribute))
(structure
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      . [(parameter) (abstract_type)]) @function))
(structure
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      . [":" "="]
      body: [(fun_expression) (function_expression)]) @function))
(structure
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      . [":" "="]) @constant))
(structure (value_definition (let_binding pattern: (tuple_pattern (value_name) @name)) @constant))
