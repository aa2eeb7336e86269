(ambient_declaration "declare" @attribute)

(function_signature name: (identifier) @name) @function
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(type_alias_declaration name: (_) @name) @type

(enum_body [(property_identifier) @name (string (string_fragment) @name)] @member)
(enum_assignment name: [(property_identifier) @name (string (string_fragment) @name)]) @member

(public_field_definition
  name: (_) @name
  value: [(function_expression) (arrow_function)]) @method
(public_field_definition name: (_) @name) @field
; What a constructor is given and keeps.
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @property
(optional_parameter (accessibility_modifier) pattern: (identifier) @name) @property
(abstract_method_signature name: (_) @name) @method
(class_body (method_signature name: (_) @name) @method)

; Types are written out in many places: what has no name of its own has no members that do.
(interface_body
  [
    (property_signature name: (_) @name) @property
    (method_signature name: (_) @name) @method
  ])
(type_alias_declaration
  value: (object_type
    [
      (property_signature name: (_) @name) @property
      (method_signature name: (_) @name) @method
    ]))

(internal_module name: (identifier) @name) @namespace
(internal_module
  name: (nested_identifier object: (_) @within property: (_) @name)) @namespace
(module name: (identifier) @name) @namespace
(module name: (nested_identifier object: (_) @within property: (_) @name)) @namespace
(module name: (string (string_fragment) @name)) @module

; What is declared in a namespace is as good as at the top, and so is what is declared only.
(internal_module
  (statement_block
    [
      (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @constant
      (export_statement
        (lexical_declaration
          kind: "const"
          (variable_declarator name: (identifier) @name)) @constant)
    ]))
(module
  (statement_block
    [
      (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @constant
      (export_statement
        (lexical_declaration
          kind: "const"
          (variable_declarator name: (identifier) @name)) @constant)
    ]))
(ambient_declaration
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @constant)
(ambient_declaration
  [
    (lexical_declaration (variable_declarator name: (identifier) @name)) @variable
    (variable_declaration (variable_declarator name: (identifier) @name)) @variable
  ])
