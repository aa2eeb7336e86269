; What a keyword stands before is bound on its own, as others may follow with `and`.

(comment) @comment
((compilation_unit . (comment) @doc . [(open_module) (comment)]) (#match? @doc "^\\(\\*\\*"))

[
  (type_definition ["type" "nonrec" "and"] @attribute)
  (module_definition ["module" "rec" "and"] @attribute)
  (class_definition ["class" "and"] @attribute)
  (class_type_definition ["class" "type" "and"] @attribute)
  (variant_declaration "|" @attribute)
]

(external [(value_name) (parenthesized_operator)] @name) @function
(value_specification
  [(value_name) (parenthesized_operator)] @name
  type: [(function_type) (polymorphic_type (function_type))]) @function
(value_specification [(value_name) (parenthesized_operator)] @name) @constant

(exception_definition (constructor_declaration (constructor_name) @name)) @type
(type_binding name: (type_constructor) @name) @type
(type_binding name: (type_constructor_path (type_constructor) @name .)) @scope
(variant_declaration (constructor_declaration (constructor_name) @name) @member)
(type_binding
  body: (polymorphic_variant_type (tag_specification (tag) @name) @member))
(field_declaration (field_name) @name) @field

(module_binding (module_name) @name) @module
(module_type_definition (module_type_name) @name) @interface
(class_binding (class_name) @name) @class
(class_type_binding (class_type_name) @name) @interface
(method_definition (method_name) @name) @method
(method_specification (method_name) @name) @method
(instance_variable_definition (instance_variable_name) @name) @field
