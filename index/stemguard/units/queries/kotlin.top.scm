(property_declaration
  (modifiers (property_modifier "const"))
  (variable_declaration (identifier) @name)) @constant
(property_declaration
  [
    (user_type (identifier) @within ("." (identifier) @within)*)
    (nullable_type (user_type (identifier) @within ("." (identifier) @within)*))
  ]
  "."
  (variable_declaration (identifier) @name)) @property
(property_declaration (variable_declaration (identifier) @name)) @property
