; Variables of functions define nothing for others: those of types and of the text do.

[(comment) (multiline_comment)] @comment
(modifiers (attribute) @attribute)

(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name) @class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @enum
(class_declaration declaration_kind: "extension" name: (_) @name) @extension
(protocol_declaration name: (type_identifier) @name) @protocol
(enum_entry name: (simple_identifier) @name) @member
(typealias_declaration name: (type_identifier) @name) @type
(associatedtype_declaration name: (type_identifier) @name) @type

(init_declaration name: "init" @name) @constructor
(deinit_declaration "deinit" @name) @method
(subscript_declaration "subscript" @name) @property
; The type that a function returns is in a field of the same name.
(function_declaration "func" . name: _ @name) @function
(protocol_function_declaration "func" . name: _ @name) @method
(operator_declaration (custom_operator) @name) @operator
(macro_declaration "macro" . (simple_identifier) @name) @macro

(class_body
  (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property)
(enum_class_body
  (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property)
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @property
