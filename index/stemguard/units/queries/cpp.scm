; A name stands inside of declarators, as deep as its type is made of pointers, arrays and functions,
; and behind what it is qualified with. What comes before it in a pattern is how deep.

(translation_unit . (comment) @doc (#match? @doc "[@\\\\]file\\b"))
(comment) @comment
(template_declaration "template" @attribute parameters: (_) @attribute)
(template_declaration (requires_clause) @attribute)

; What only guards a header from being read twice defines nothing.
((preproc_ifdef "#ifndef" name: (identifier) @_guard
  . (preproc_def name: (identifier) @name @scope !value))
  (#eq? @_guard @name))
(preproc_def name: (identifier) @name) @macro
(preproc_function_def name: (identifier) @name) @macro

(namespace_definition name: (namespace_identifier) @name) @namespace
(namespace_definition name: (nested_namespace_specifier
  . (namespace_identifier) @within . (namespace_identifier) @name)) @namespace
(namespace_definition name: (nested_namespace_specifier
  . (namespace_identifier) @within
  . (nested_namespace_specifier
    . (namespace_identifier) @within . (namespace_identifier) @name))) @namespace
(namespace_alias_definition name: (namespace_identifier) @name) @namespace

; A test by its suite and name, as GoogleTest and its like have them.
((function_definition
  !type
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @within)
      . (parameter_declaration type: (type_identifier) @name) .))) @test
  (#match? @_macro "^(TYPED_)?TEST(_[A-Z]+)?$"))
((function_definition !type declarator: (function_declarator declarator: (identifier) @name))
  (#match? @name "^(TYPED_)?TEST(_[A-Z]+)?$"))

(class_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (type_identifier) @name)
  ]
  body: (_)) @class
(struct_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (type_identifier) @name)
  ]
  body: (_)) @struct
(union_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (type_identifier) @name)
  ]
  body: (_)) @union
(enum_specifier name: (type_identifier) @name body: (_)) @enum
(enum_specifier body: (enumerator_list (enumerator name: (identifier) @name) @member))

; A tag goes before the name that its type is given, which is left out where it is the same.
(type_definition
  type: (struct_specifier !name body: (_)) . declarator: (type_identifier) @name) @struct
((type_definition
  type: (struct_specifier name: (type_identifier) @_tag body: (_))
  declarator: (type_identifier) @name @type)
  (#not-eq? @_tag @name))
(type_definition
  type: (union_specifier !name body: (_)) . declarator: (type_identifier) @name) @union
((type_definition
  type: (union_specifier name: (type_identifier) @_tag body: (_))
  declarator: (type_identifier) @name @type)
  (#not-eq? @_tag @name))
(type_definition
  type: (enum_specifier !name body: (_)) . declarator: (type_identifier) @name) @enum
((type_definition
  type: (enum_specifier name: (type_identifier) @_tag body: (_))
  declarator: (type_identifier) @name @type)
  (#not-eq? @_tag @name))
(type_definition
  type: [
    (type_identifier) (primitive_type) (sized_type_specifier) (qualified_identifier)
    (template_type) (dependent_type) (decltype) (struct_specifier !body) (class_specifier !body) (union_specifier !body)
    (enum_specifier !body)
  ]
  declarator: [
    (type_identifier) @name
    (primitive_type) @name
    (function_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (type_identifier) @name))
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (reference_declarator (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (type_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (type_identifier) @name))))
  ]) @type
(alias_declaration name: (type_identifier) @name) @type
(concept_definition name: (identifier) @name) @type

; Functions with a name in a class or outside of all.
(function_definition
  declarator: [
    (function_declarator declarator: (operator_name) @name)
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name)))
    (reference_declarator (function_declarator declarator: (operator_name) @name))
  ]) @operator
(function_definition
  declarator: [
    (function_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name)))
    ])
    (pointer_declarator declarator: (function_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name)))
    ]))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name)))
    ])))
    (reference_declarator (function_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_name) @name)))
    ]))
  ]) @operator
(function_definition declarator: [
    (operator_cast) @name
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_cast) @name) (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (operator_cast) @name))
  ]) @operator
(declaration declarator: (operator_cast) @name) @operator
(field_declaration declarator: (operator_cast) @name) @operator
(field_declaration
  declarator: [
    (function_declarator declarator: (operator_name) @name)
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name)))
    (reference_declarator (function_declarator declarator: (operator_name) @name))
  ]) @operator
(declaration
  declarator: [
    (function_declarator declarator: (operator_name) @name)
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name)))
    (reference_declarator (function_declarator declarator: (operator_name) @name))
  ]) @operator

(field_declaration_list
  [
    (function_definition !type declarator: (function_declarator declarator: (identifier) @name))
    (declaration !type declarator: (function_declarator declarator: (identifier) @name))
  ] @constructor)
(field_declaration_list
  (template_declaration
    [
      (function_definition !type declarator: (function_declarator declarator: (identifier) @name))
      (declaration !type declarator: (function_declarator declarator: (identifier) @name))
    ] @constructor))
(function_definition
  !type
  declarator: (function_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)))
    ])) @constructor
(function_definition
  declarator: [
    (function_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)))
    ])
    (pointer_declarator declarator: (function_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)))
    ]))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)))
    ])))
    (reference_declarator (function_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)))
    ]))
  ]) @method
(function_definition
  declarator: [
    (function_declarator declarator: [(identifier) (field_identifier) (destructor_name)] @name)
    (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name)] @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name)] @name)))
    (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (destructor_name)] @name))
  ]) @function
(function_definition
  declarator: (function_declarator declarator: (template_function name: (identifier) @name))) @function
; The name of what a macro makes a function of.
(function_definition declarator: (parenthesized_declarator (identifier) @name)) @function
(field_declaration
  declarator: [
    (function_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name)))
    (reference_declarator (function_declarator declarator: (field_identifier) @name))
  ]) @function
(declaration
  declarator: [
    (function_declarator declarator: [(identifier) (destructor_name)] @name)
    (pointer_declarator declarator: (function_declarator declarator: [(identifier) (destructor_name)] @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (destructor_name)] @name)))
    (reference_declarator (function_declarator declarator: [(identifier) (destructor_name)] @name))
  ]) @function

; What has a name and a body besides is a definition of its own, beside the name.
(field_declaration
  type: [
    (class_specifier name: (_) body: (_)) (struct_specifier name: (_) body: (_))
    (union_specifier name: (_) body: (_)) (enum_specifier name: (_) body: (_))
  ]
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (field_identifier) @name)
  ] @field)
(field_declaration
  (storage_class_specifier "static")
  [(type_qualifier "const") (type_qualifier "constexpr")]
  declarator: (field_identifier) @name) @constant
(field_declaration
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (reference_declarator (field_identifier) @name)
    (array_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (field_identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (field_identifier) @name))))
  ]) @field

(declaration
  type: [
    (class_specifier name: (_) body: (_)) (struct_specifier name: (_) body: (_))
    (union_specifier name: (_) body: (_)) (enum_specifier name: (_) body: (_))
  ]
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
  ] @variable)
(declaration
  [(type_qualifier "const") (type_qualifier "constexpr")]
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name))
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)))
    (init_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)))
    ])
  ]) @constant
(declaration
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (reference_declarator (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (identifier) @name))))
  ]) @variable
(declaration
  declarator: (init_declarator declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (reference_declarator (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (identifier) @name))))
  ])) @variable
(declaration
  declarator: [
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name))
    (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)))
    (init_declarator declarator: [
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name))
      (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (qualified_identifier scope: [(namespace_identifier) @within (template_type name: (_) @within)] name: (identifier) @name)))
    ])
  ]) @variable
