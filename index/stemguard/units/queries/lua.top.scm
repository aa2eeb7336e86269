; What is written in capitals stays as it is.

(chunk
  (variable_declaration
    (assignment_statement
      (expression_list
        value: (function_call name: (identifier) @_by (#eq? @_by "require"))))) @opening)

(chunk
  (variable_declaration
    (assignment_statement
      (variable_list
        . name: (identifier) @name
        . attribute: (attribute (identifier) @_how (#eq? @_how "const"))))) @constant)
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name .)
      (expression_list . value: [(number) (string) (true) (false) (unary_expression)] .))
    (#match? @name "^[A-Z][A-Z0-9_]+$")) @constant)
(chunk
  (assignment_statement
    (variable_list . name: (dot_index_expression table: (_) @within field: (identifier) @name) .)
    (#match? @name "^[A-Z][A-Z0-9_]+$")) @constant)
