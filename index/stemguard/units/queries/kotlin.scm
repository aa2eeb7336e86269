; A package contains nothing here: the path of the file says it. No more does a companion object
; without a name: what is in it is called by the name of the class around.

[(block_comment) (line_comment)] @comment
(modifiers (annotation) @attribute)
; Below annotations with arguments, a generic function and a class without a body are taken for what
; goes on with an expression.
(annotated_expression (annotation) @attribute)
(annotated_expression (annotation) . (parenthesized_expression)) @attribute
((infix_expression . (identifier) @_annotation . (identifier) @_class . (identifier) @name .) @class
 (#eq? @_annotation "annotation")
 (#eq? @_class "class"))

(class_declaration "interface" name: (identifier) @name) @interface
(class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name) @enum
(class_declaration name: (identifier) @name) @class
(object_declaration name: (identifier) @name) @object
(companion_object name: (identifier) @name) @object
(enum_entry (identifier) @name) @member
(type_alias type: (identifier) @name) @type

(class_parameter ["val" "var"] (identifier) @name) @property
(secondary_constructor "constructor" @name) @constructor

(object_literal (class_body (function_declaration name: (identifier) @name) @method))
(enum_entry (class_body (function_declaration name: (identifier) @name) @method))
(function_declaration
  [
    (user_type (identifier) @within ("." (identifier) @within)*)
    (nullable_type (user_type (identifier) @within ("." (identifier) @within)*))
  ]
  "."
  name: (identifier) @name) @function
(function_declaration name: (identifier) @name) @function

; Variables of functions define nothing for others.
(class_body
  (property_declaration
    (modifiers (property_modifier "const"))
    (variable_declaration (identifier) @name)) @constant)
(class_body
  (property_declaration
    [
      (user_type (identifier) @within ("." (identifier) @within)*)
      (nullable_type (user_type (identifier) @within ("." (identifier) @within)*))
    ]
    "."
    (variable_declaration (identifier) @name)) @property)
(class_body (property_declaration (variable_declaration (identifier) @name)) @property)
(enum_class_body (property_declaration (variable_declaration (identifier) @name)) @property)
