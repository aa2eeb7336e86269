; Functions are values: what one is assigned to names it, be it a variable, a field or a key of a
; table. Tables with functions in them are modules, classes and the like, so they contain.

(comment) @comment

(function_declaration name: (identifier) @name) @function
(function_declaration
  name: (dot_index_expression table: (_) @within field: (identifier) @name)) @function
(function_declaration
  name: (method_index_expression table: (_) @within method: (identifier) @name)) @method

(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list . value: (function_definition) .))) @function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition) .)) @function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @within field: (identifier) @name) .)
  (expression_list . value: (function_definition) .)) @function
(field
  name: [(identifier) @name (string content: (string_content) @name)]
  value: (function_definition)) @function

(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list . value: (table_constructor) .))) @scope
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (table_constructor) .)) @scope
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @within field: (identifier) @name) .)
  (expression_list . value: (table_constructor) .)) @scope
(field
  name: [(identifier) @name (string content: (string_content) @name)]
  value: (table_constructor)) @scope

; What is one where nothing else has defined it: `a = a or function`.
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list
      . value: (binary_expression
        right: [
          (function_definition)
          (binary_expression right: (function_definition))
        ]) .))) @function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list
    . value: (binary_expression
      right: [(function_definition) (binary_expression right: (function_definition))]) .)) @function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @within field: (identifier) @name) .)
  (expression_list
    . value: (binary_expression
      right: [(function_definition) (binary_expression right: (function_definition))]) .)) @function
(field
  name: [(identifier) @name (string content: (string_content) @name)]
  value: (binary_expression
    right: [(function_definition) (binary_expression right: (function_definition))])) @function
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list
      . value: (binary_expression right: (table_constructor)) .))) @scope
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list
    . value: (binary_expression right: (table_constructor)) .)) @scope
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @within field: (identifier) @name) .)
  (expression_list
    . value: (binary_expression right: (table_constructor)) .)) @scope
(field
  name: [(identifier) @name (string content: (string_content) @name)]
  value: (binary_expression right: (table_constructor))) @scope
