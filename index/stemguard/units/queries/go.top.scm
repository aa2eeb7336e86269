; The field of the names of a constant is said to occur once: asked for, it gives the first alone.
((const_declaration "(" (const_spec (identifier) @name) @constant))
((const_declaration (const_spec (identifier) @name)) @constant)

((var_declaration
  (var_spec name: (identifier) @name value: (expression_list . (func_literal) .))) @function)
((var_declaration
  (var_spec_list
    (var_spec
      name: (identifier) @name
      value: (expression_list . (func_literal) .)) @function)))
((var_declaration (var_spec_list (var_spec name: (identifier) @name) @variable)))
((var_declaration (var_spec name: (identifier) @name)) @variable)
