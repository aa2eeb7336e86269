; In a group each line is a definition; without one the whole declaration is. Constants and variables
; inside of functions define nothing for others.

(package_clause) @opening
(comment) @comment

(function_declaration name: (identifier) @name) @function

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @within
        (pointer_type (type_identifier) @within)
        (generic_type type: (type_identifier) @within)
        (pointer_type (generic_type type: (type_identifier) @within))
      ]))
  name: (field_identifier) @name) @method

(type_declaration "("
  (type_spec name: (type_identifier) @name type: (struct_type)) @struct)
(type_declaration
  (type_spec name: (type_identifier) @name type: (struct_type))) @struct
(type_declaration "("
  (type_spec name: (type_identifier) @name type: (interface_type)) @interface)
(type_declaration
  (type_spec name: (type_identifier) @name type: (interface_type))) @interface
(type_declaration "("
  [(type_spec name: (type_identifier) @name) (type_alias name: (type_identifier) @name)] @type)
(type_declaration
  [(type_spec name: (type_identifier) @name) (type_alias name: (type_identifier) @name)]) @type

(field_declaration name: (field_identifier) @name) @field
(method_elem name: (field_identifier) @name) @method
