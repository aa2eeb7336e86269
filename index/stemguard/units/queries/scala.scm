; The package of a file contains nothing here: the path of the file says it. Values of functions
; define nothing for others.

[(comment) (block_comment)] @comment
(annotation) @attribute

(package_clause name: (package_identifier) @name body: (_)) @namespace
(package_object name: (_) @name) @object
(class_definition name: (_) @name) @class
(trait_definition name: (_) @name) @trait
(object_definition name: (_) @name) @object
(enum_definition name: (_) @name) @enum
(enum_case_definitions
  [(simple_enum_case name: (_) @name) (full_enum_case name: (_) @name)]) @member
(given_definition name: (_) @name) @instance
(type_definition name: (_) @name) @type

(class_definition
  "case"
  class_parameters: (class_parameters (class_parameter name: (_) @name) @property))
(class_parameter ["val" "var"] name: (_) @name) @property

((function_definition name: (_) @name) @constructor (#eq? @name "this"))
(instance_expression
  (template_body (function_definition name: (_) @name) @method))
(function_definition name: (_) @name) @function
(function_declaration name: (_) @name) @function

; Those of a list have a match each.
(template_body
  [
    (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
    (var_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
    (val_declaration name: (_) @name)
    (var_declaration name: (_) @name)
  ] @property)
