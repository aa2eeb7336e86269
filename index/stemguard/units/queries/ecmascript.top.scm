; What another module gives is not defined here.
((lexical_declaration
  (variable_declarator
    name: (identifier) @name
    value: (call_expression function: (identifier) @_require)))
  (#eq? @_require "require"))
((variable_declaration
  (variable_declarator
    name: (identifier) @name
    value: (call_expression function: (identifier) @_require)))
  (#eq? @_require "require"))

((lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .) @constant)
((export_statement (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .) @constant))
((lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @constant))
((export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @constant)))
((lexical_declaration kind: "let" . (variable_declarator name: (identifier) @name) .) @variable)
((export_statement (lexical_declaration kind: "let" . (variable_declarator name: (identifier) @name) .) @variable))
((lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @variable))
((export_statement (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @variable)))
((variable_declaration . (variable_declarator name: (identifier) @name) .) @variable)
((export_statement (variable_declaration . (variable_declarator name: (identifier) @name) .) @variable))
((variable_declaration (variable_declarator name: (identifier) @name) @variable))
((export_statement (variable_declaration (variable_declarator name: (identifier) @name) @variable)))

; Taken out of an object, by names of its own.
((lexical_declaration
  (variable_declarator
    name: (object_pattern (shorthand_property_identifier_pattern) @name)
    value: (call_expression function: (identifier) @_require)))
  (#eq? @_require "require"))
((lexical_declaration
  kind: "const"
  (variable_declarator
    name: (object_pattern (shorthand_property_identifier_pattern) @name)) @constant))
((export_statement
  (lexical_declaration
    kind: "const"
    (variable_declarator
      name: (object_pattern (shorthand_property_identifier_pattern) @name)) @constant)))
