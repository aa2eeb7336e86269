(field_definition
  property: (_) @name
  value: [(function_expression) (arrow_function)]) @method
(field_definition property: (_) @name) @field
