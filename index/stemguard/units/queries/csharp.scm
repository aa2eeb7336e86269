(comment) @comment
(attribute_list) @attribute

(namespace_declaration name: [(identifier) (qualified_name)] @name) @namespace
(file_scoped_namespace_declaration
  name: [(identifier) (qualified_name)] @name) @namespace @rest

(class_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @struct
(record_declaration "struct" name: (identifier) @name) @struct
(record_declaration name: (identifier) @name) @class
(record_declaration (parameter_list (parameter name: (identifier) @name) @property))
(interface_declaration name: (identifier) @name) @interface
(delegate_declaration name: (identifier) @name) @type

(enum_declaration name: (identifier) @name) @enum
(enum_member_declaration name: (identifier) @name) @member

(constructor_declaration name: (identifier) @name) @constructor
(destructor_declaration "~" @name . name: (identifier) @name) @method
(method_declaration name: (identifier) @name) @method
(local_function_statement name: (identifier) @name) @function
(operator_declaration operator: _ @name) @operator
(conversion_operator_declaration type: (_) @name) @operator

(property_declaration name: (identifier) @name) @property
(indexer_declaration "this" @name) @property
(event_declaration name: (identifier) @name) @event
(event_field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name))) @event

(field_declaration
  (modifier "const")
  (variable_declaration (variable_declarator name: (identifier) @name))) @constant
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @field
