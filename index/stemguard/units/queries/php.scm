; A namespace without braces lasts up to the next one. Variables define nothing for other files.

(comment) @comment
(attribute_list) @attribute
; Apart from what is documented by the first comment if it stands right below it.
(program
  . (php_tag)
  . (comment) @doc
  . [
    (declare_statement) (namespace_definition) (namespace_use_declaration)
    (comment) (if_statement) (expression_statement)
  ])

(namespace_definition name: (namespace_name) @name body: (_)) @namespace
(namespace_definition name: (namespace_name) @name !body) @namespace @rest

(function_definition name: (name) @name) @function
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name) @enum
(enum_case name: (name) @name) @member

((method_declaration name: (name) @name) @constructor (#any-of? @name "__construct" "__CONSTRUCT"))
(method_declaration name: (name) @name) @method

(property_declaration (property_element name: (variable_name (name) @name))) @property
(property_promotion_parameter name: (variable_name (name) @name)) @property

(const_declaration (const_element . (name) @name)) @constant
(expression_statement
  (function_call_expression
    function: (name) @_by
    arguments: (arguments
      . (argument [(string (string_content) @name) (encapsed_string (string_content) @name)])))
  (#any-of? @_by "define" "DEFINE")) @constant
