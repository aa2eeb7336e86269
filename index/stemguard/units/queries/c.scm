; A name stands inside of declarators, as deep as its type is made of pointers, arrays and functions;
; each pattern says how deep. Of what holds a body and is given a name too, each is a definition.

(translation_unit . (comment) @doc (#match? @doc "[@\\\\]file\\b"))
(comment) @comment

; What only guards a header from being read twice defines nothing.
((preproc_ifdef "#ifndef" name: (identifier) @_guard
  . (preproc_def name: (identifier) @name @scope !value))
  (#eq? @_guard @name))
(preproc_def name: (identifier) @name) @macro
(preproc_function_def name: (identifier) @name) @macro

(function_definition
  declarator: [
    (function_declarator declarator: [
      (identifier) @name
      (parenthesized_declarator (identifier) @name)
      (parenthesized_declarator (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name)))
    ])
    (pointer_declarator declarator: (function_declarator declarator: [
      (identifier) @name
      (parenthesized_declarator (identifier) @name)
      (parenthesized_declarator (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name)))
    ]))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: [
      (identifier) @name
      (parenthesized_declarator (identifier) @name)
      (parenthesized_declarator (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name)))
    ])))
  ]) @function
; The name of what a macro makes a function of.
(function_definition declarator: (parenthesized_declarator (identifier) @name)) @function
(declaration
  declarator: [
    (function_declarator declarator: [
      (identifier) @name
      (parenthesized_declarator (identifier) @name)
    ])
    (pointer_declarator declarator: (function_declarator declarator: [
      (identifier) @name
      (parenthesized_declarator (identifier) @name)
    ]))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: [
      (identifier) @name
      (parenthesized_declarator (identifier) @name)
    ])))
  ]) @function

(type_definition
  type: (struct_specifier name: (type_identifier) @name body: (_))) @struct
((type_definition
  type: (struct_specifier name: (type_identifier) @_tag body: (_))
  . declarator: (type_identifier) @name) @struct
  (#not-eq? @_tag @name))
(type_definition
  type: (struct_specifier !name body: (_)) . declarator: (type_identifier) @name) @struct
(type_definition
  type: (struct_specifier body: (_))
  declarator: (pointer_declarator declarator: (type_identifier) @name) @type)
(struct_specifier name: (type_identifier) @name body: (_)) @struct

(type_definition
  type: (union_specifier name: (type_identifier) @name body: (_))) @union
((type_definition
  type: (union_specifier name: (type_identifier) @_tag body: (_))
  . declarator: (type_identifier) @name) @union
  (#not-eq? @_tag @name))
(type_definition
  type: (union_specifier !name body: (_)) . declarator: (type_identifier) @name) @union
(type_definition
  type: (union_specifier body: (_))
  declarator: (pointer_declarator declarator: (type_identifier) @name) @type)
(union_specifier name: (type_identifier) @name body: (_)) @union

(type_definition
  type: (enum_specifier name: (type_identifier) @name body: (_))) @enum
((type_definition
  type: (enum_specifier name: (type_identifier) @_tag body: (_))
  . declarator: (type_identifier) @name) @enum
  (#not-eq? @_tag @name))
(type_definition
  type: (enum_specifier !name body: (_)) . declarator: (type_identifier) @name) @enum
(type_definition
  type: (enum_specifier body: (_))
  declarator: (pointer_declarator declarator: (type_identifier) @name) @type)
(enum_specifier name: (type_identifier) @name body: (_)) @enum

(enum_specifier body: (enumerator_list (enumerator name: (identifier) @name) @member))

(type_definition
  type: [
    (type_identifier) (primitive_type) (sized_type_specifier) (macro_type_specifier)
    (struct_specifier !body) (union_specifier !body) (enum_specifier !body)
  ]
  declarator: [
    (type_identifier) @name
    (primitive_type) @name
    (function_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (type_identifier) @name))
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (type_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (type_identifier) @name))))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (array_declarator declarator: (type_identifier) @name))))
  ]) @type

; What has a tag and a body besides is a definition of its own, beside the name.
(field_declaration_list (field_declaration
  type: [(struct_specifier name: (_) body: (_)) (union_specifier name: (_) body: (_))
    (enum_specifier name: (_) body: (_))]
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (field_identifier) @name)
  ] @field))
(field_declaration_list (field_declaration
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (field_identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (field_identifier) @name))))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))))
  ]) @field)

(declaration
  type: [(struct_specifier name: (_) body: (_)) (union_specifier name: (_) body: (_))
    (enum_specifier name: (_) body: (_))]
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
  ] @variable)
(declaration
  (type_qualifier "const")
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (array_declarator
      declarator: (array_declarator declarator: (identifier) @name)))
  ]) @constant
(declaration
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (array_declarator declarator: (identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (identifier) @name))))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))))
  ]) @variable
(declaration
  declarator: (init_declarator declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (array_declarator declarator: (identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (identifier) @name))))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))))
  ])) @variable
