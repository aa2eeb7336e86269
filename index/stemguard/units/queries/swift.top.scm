(property_declaration
  (value_binding_pattern mutability: "let")
  name: (pattern bound_identifier: (simple_identifier) @name)) @constant
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @variable
