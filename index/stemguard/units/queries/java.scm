; A package contains nothing here: the path of the file says it. A comment above it that is no
; documentation is the licence.

((block_comment) @_comment . (package_declaration) @opening (#match? @_comment "^/[*][*]"))
[(block_comment) (line_comment)] @comment
(modifiers [(annotation) (marker_annotation)] @attribute)

(module_declaration name: [(identifier) (scoped_identifier)] @name) @module

(class_declaration name: (identifier) @name) @class
(record_declaration
  name: (identifier) @name) @class
(record_declaration
  parameters: (formal_parameters (formal_parameter name: (identifier) @name) @field))
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface

(enum_declaration name: (identifier) @name) @enum
(enum_constant name: (identifier) @name) @member

(constructor_declaration name: (identifier) @name) @constructor
(compact_constructor_declaration name: (identifier) @name) @constructor
(method_declaration name: (identifier) @name) @method
(annotation_type_element_declaration name: (identifier) @name) @method

(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @constant
(field_declaration
  (modifiers "static" "final")
  declarator: (variable_declarator name: (identifier) @name)) @constant
(field_declaration
  (modifiers "final" "static")
  declarator: (variable_declarator name: (identifier) @name)) @constant
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @field
