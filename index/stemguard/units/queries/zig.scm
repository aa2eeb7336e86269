; What holds fields and functions is a value: it is defined by what it is given to.

(comment) @comment

((variable_declaration . (identifier) @name (builtin_function (builtin_identifier) @_builtin))
  (#eq? @_builtin "@import"))

(variable_declaration . (identifier) @name (struct_declaration)) @struct
(variable_declaration . (identifier) @name (union_declaration)) @union
(variable_declaration . (identifier) @name (enum_declaration)) @enum
(variable_declaration . (identifier) @name (opaque_declaration)) @struct
(variable_declaration . (identifier) @name (error_set_declaration)) @enum

; Where more values than the named ones may be.
((enum_declaration (container_field name: (identifier) @name)) (#eq? @name "_"))
(enum_declaration (container_field name: (identifier) @name) @member)
(error_set_declaration (identifier) @name @member)
(container_field name: (identifier) @name) @field

(struct_declaration (function_declaration name: (identifier) @name) @method)
(struct_declaration (variable_declaration "const" . (identifier) @name) @constant)
(struct_declaration (variable_declaration "var" . (identifier) @name) @variable)
(union_declaration (function_declaration name: (identifier) @name) @method)
(union_declaration (variable_declaration "const" . (identifier) @name) @constant)
(union_declaration (variable_declaration "var" . (identifier) @name) @variable)
(enum_declaration (function_declaration name: (identifier) @name) @method)
(enum_declaration (variable_declaration "const" . (identifier) @name) @constant)
(enum_declaration (variable_declaration "var" . (identifier) @name) @variable)
(opaque_declaration (function_declaration name: (identifier) @name) @method)
(opaque_declaration (variable_declaration "const" . (identifier) @name) @constant)
(opaque_declaration (variable_declaration "var" . (identifier) @name) @variable)

(function_declaration name: (identifier) @name) @function
(test_declaration (string (string_content) @name)) @test
(test_declaration (identifier) @name) @test
