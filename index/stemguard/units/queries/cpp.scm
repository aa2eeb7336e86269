; A name stands inside of declarators, as deep as its type is made of pointers, arrays and functions,
; and behind what it is qualified with. What comes before it in a pattern is how deep.
; Each node in a pattern that has a kind and something in it takes milliseconds to compile, here more
; than elsewhere: where the fields tell which one is meant, it has none. What has parameters is a
; `function_declarator`, what has a scope a `qualified_identifier`. Among alternatives the one without
; a kind goes first: behind alternatives of their own it takes what these would find.

(translation_unit . (comment) @doc (#match? @doc "[@\\\\]file\\b"))
(comment) @comment

; A friend is declared elsewhere.
(friend_declaration (declaration declarator: [
  (function_declarator declarator: (_) @name)
  (_ (function_declarator declarator: (_) @name))
]))
(template_declaration "template" @attribute parameters: (_) @attribute)
(template_declaration (requires_clause) @attribute)

; What only guards a header from being read twice defines nothing.
((preproc_ifdef "#ifndef" name: (identifier) @_guard
  . (preproc_def name: (identifier) @name @scope !value))
  (#eq? @_guard @name))
(preproc_def name: (identifier) @name) @macro
(preproc_function_def name: (identifier) @name) @macro

(namespace_definition name: (namespace_identifier) @name) @namespace
(namespace_definition
  name: (_
    . (namespace_identifier) @within
    . [
      (namespace_identifier) @name
      (_ . (namespace_identifier) @within . (namespace_identifier) @name)
    ])) @namespace
(namespace_alias_definition name: (namespace_identifier) @name) @namespace

; A test by its suite and name, as GoogleTest and its like have them.
((function_definition
  !type
  declarator: (_
    declarator: (identifier) @_macro
    parameters: (_
      . (_ type: (type_identifier) @within)
      . (_ type: (type_identifier) @name) .))) @test
  (#match? @_macro "^(TYPED_)?TEST(_[A-Z]+)?$"))
((function_definition !type declarator: (_ declarator: (identifier) @name parameters: (_)))
  (#match? @name "^(TYPED_)?TEST(_[A-Z]+)?$"))

(class_specifier
  name: [
    (type_identifier) @name
    (_ name: (type_identifier) @name arguments: (_))
    (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (type_identifier) @name)
  ]
  body: (_)) @class
(struct_specifier
  name: [
    (type_identifier) @name
    (_ name: (type_identifier) @name arguments: (_))
    (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (type_identifier) @name)
  ]
  body: (_)) @struct
(union_specifier
  name: [
    (type_identifier) @name
    (_ name: (type_identifier) @name arguments: (_))
    (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (type_identifier) @name)
  ]
  body: (_)) @union
(enum_specifier name: (type_identifier) @name body: (_)) @enum
(enum_specifier body: (_ (enumerator name: (identifier) @name) @member))

; A tag goes before the name that its type is given, which is left out where it is the same.
(type_definition
  type: (struct_specifier !name body: (_)) . declarator: (type_identifier) @name) @struct
(type_definition
  type: (union_specifier !name body: (_)) . declarator: (type_identifier) @name) @union
(type_definition
  type: (enum_specifier !name body: (_)) . declarator: (type_identifier) @name) @enum
((type_definition
  type: (_ name: (type_identifier) @_tag body: (_))
  declarator: (type_identifier) @name @type)
  (#not-eq? @_tag @name))
(type_definition
  type: [
    (type_identifier) (primitive_type) (sized_type_specifier) (qualified_identifier)
    (template_type) (dependent_type) (decltype) (struct_specifier !body) (class_specifier !body)
    (union_specifier !body) (enum_specifier !body)
  ]
  declarator: [
    (primitive_type) @name
    (type_identifier) @name
    (reference_declarator (type_identifier) @name)
    (_ declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)) parameters: (_))
    (_ declarator: [
      (type_identifier) @name
      (_ declarator: (type_identifier) @name)
      (_ declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)) parameters: (_))
    ])
  ]) @type
(alias_declaration name: (type_identifier) @name) @type
(concept_definition name: (identifier) @name) @type

; Functions with a name in a class or outside of all.
(function_definition
  declarator: [
    (_ declarator: [
      (operator_name) @name
      (_
        scope: [(namespace_identifier) @within (_ name: (_) @within)]
        name: [
          (_
            scope: [(namespace_identifier) @within (_ name: (_) @within)]
            name: [
              (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (operator_name) @name)
              (operator_name) @name
            ])
          (operator_name) @name
        ])
    ] parameters: (_))
    (pointer_declarator declarator: [
      (_ declarator: [
        (operator_name) @name
        (_
          scope: [(namespace_identifier) @within (_ name: (_) @within)]
          name: [
            (_
              scope: [(namespace_identifier) @within (_ name: (_) @within)]
              name: [
                (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (operator_name) @name)
                (operator_name) @name
              ])
            (operator_name) @name
          ])
      ] parameters: (_))
      (pointer_declarator declarator: (_ declarator: [
        (operator_name) @name
        (_
          scope: [(namespace_identifier) @within (_ name: (_) @within)]
          name: [
            (_
              scope: [(namespace_identifier) @within (_ name: (_) @within)]
              name: [
                (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (operator_name) @name)
                (operator_name) @name
              ])
            (operator_name) @name
          ])
      ] parameters: (_)))
    ])
    (reference_declarator (_ declarator: [
      (operator_name) @name
      (_
        scope: [(namespace_identifier) @within (_ name: (_) @within)]
        name: [
          (_
            scope: [(namespace_identifier) @within (_ name: (_) @within)]
            name: [
              (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (operator_name) @name)
              (operator_name) @name
            ])
          (operator_name) @name
        ])
    ] parameters: (_)))
    (operator_cast) @name
    (_
      scope: [(namespace_identifier) @within (_ name: (_) @within)]
      name: [
        (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (operator_cast) @name)
        (operator_cast) @name
      ])
  ]) @operator
(declaration
  declarator: [
    (_ declarator: (operator_name) @name parameters: (_))
    (pointer_declarator declarator: [
      (_ declarator: (operator_name) @name parameters: (_))
      (pointer_declarator declarator: (_ declarator: (operator_name) @name parameters: (_)))
    ])
    (reference_declarator (_ declarator: (operator_name) @name parameters: (_)))
    (operator_cast) @name
  ]) @operator
(field_declaration
  declarator: [
    (_ declarator: (operator_name) @name parameters: (_))
    (pointer_declarator declarator: [
      (_ declarator: (operator_name) @name parameters: (_))
      (pointer_declarator declarator: (_ declarator: (operator_name) @name parameters: (_)))
    ])
    (reference_declarator (_ declarator: (operator_name) @name parameters: (_)))
    (operator_cast) @name
  ]) @operator

(field_declaration_list
  [
    (_ !type declarator: (_ declarator: (identifier) @name parameters: (_))) @constructor
    (template_declaration (_ !type declarator: (_ declarator: (identifier) @name parameters: (_))) @constructor)
  ])
(function_definition
  !type
  declarator: (_ declarator: (_
    scope: [(namespace_identifier) @within (_ name: (_) @within)]
    name: [
      (_
        scope: [(namespace_identifier) @within (_ name: (_) @within)]
        name: [
          (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (identifier) @name)
          (identifier) @name
        ])
      (identifier) @name
    ]) parameters: (_))) @constructor
(function_definition
  declarator: [
    (_ declarator: (_
      scope: [(namespace_identifier) @within (_ name: (_) @within)]
      name: [
        (_
          scope: [(namespace_identifier) @within (_ name: (_) @within)]
          name: [
            (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)
            [(identifier) (destructor_name) (template_function)] @name
          ])
        [(identifier) (destructor_name) (template_function)] @name
      ]) parameters: (_))
    (pointer_declarator declarator: [
      (_ declarator: (_
        scope: [(namespace_identifier) @within (_ name: (_) @within)]
        name: [
          (_
            scope: [(namespace_identifier) @within (_ name: (_) @within)]
            name: [
              (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)
              [(identifier) (destructor_name) (template_function)] @name
            ])
          [(identifier) (destructor_name) (template_function)] @name
        ]) parameters: (_))
      (pointer_declarator declarator: (_ declarator: (_
        scope: [(namespace_identifier) @within (_ name: (_) @within)]
        name: [
          (_
            scope: [(namespace_identifier) @within (_ name: (_) @within)]
            name: [
              (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)
              [(identifier) (destructor_name) (template_function)] @name
            ])
          [(identifier) (destructor_name) (template_function)] @name
        ]) parameters: (_)))
    ])
    (reference_declarator (_ declarator: (_
      scope: [(namespace_identifier) @within (_ name: (_) @within)]
      name: [
        (_
          scope: [(namespace_identifier) @within (_ name: (_) @within)]
          name: [
            (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: [(identifier) (destructor_name) (template_function)] @name)
            [(identifier) (destructor_name) (template_function)] @name
          ])
        [(identifier) (destructor_name) (template_function)] @name
      ]) parameters: (_)))
  ]) @method
; The name in brackets is that of what a macro makes a function of.
(function_definition
  declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name)] @name parameters: (_))
    (pointer_declarator declarator: [
      (_ declarator: [(identifier) (field_identifier) (destructor_name)] @name parameters: (_))
      (pointer_declarator declarator: (_ declarator: [(identifier) (field_identifier) (destructor_name)] @name parameters: (_)))
    ])
    (reference_declarator (_ declarator: [(identifier) (field_identifier) (destructor_name)] @name parameters: (_)))
    (_ declarator: (template_function name: (identifier) @name) parameters: (_))
    (parenthesized_declarator (identifier) @name)
  ]) @function
(field_declaration
  declarator: [
    (_ declarator: (field_identifier) @name parameters: (_))
    (pointer_declarator declarator: [
      (_ declarator: (field_identifier) @name parameters: (_))
      (pointer_declarator declarator: (_ declarator: (field_identifier) @name parameters: (_)))
    ])
    (reference_declarator (_ declarator: (field_identifier) @name parameters: (_)))
  ]) @function
(declaration
  declarator: [
    (_ declarator: [(identifier) (destructor_name)] @name parameters: (_))
    (pointer_declarator declarator: [
      (_ declarator: [(identifier) (destructor_name)] @name parameters: (_))
      (pointer_declarator declarator: (_ declarator: [(identifier) (destructor_name)] @name parameters: (_)))
    ])
    (reference_declarator (_ declarator: [(identifier) (destructor_name)] @name parameters: (_)))
  ]) @function

; What has a name and a body besides is a definition of its own, beside the name.
(field_declaration
  type: (_ name: (_) body: (_))
  declarator: [
    (field_identifier) @name
    (_ declarator: (field_identifier) @name)
  ] @field)
(field_declaration
  (storage_class_specifier "static")
  (type_qualifier ["const" "constexpr"])
  declarator: (field_identifier) @name) @constant
(field_declaration
  declarator: [
    (field_identifier) @name
    (reference_declarator (field_identifier) @name)
    (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name)) parameters: (_))
    (_ !parameters declarator: [
      (field_identifier) @name
      (_ !parameters declarator: (field_identifier) @name)
      (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name)) parameters: (_))
    ])
  ]) @field

(declaration
  type: (_ name: (_) body: (_))
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (init_declarator
      declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
  ] @variable)
(declaration
  (type_qualifier ["const" "constexpr"])
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (_
      scope: [(namespace_identifier) @within (_ name: (_) @within)]
      name: [
        (_
          scope: [(namespace_identifier) @within (_ name: (_) @within)]
          name: [
            (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (identifier) @name)
            (identifier) @name
          ])
        (identifier) @name
      ])
    (init_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (_
        scope: [(namespace_identifier) @within (_ name: (_) @within)]
        name: [
          (_
            scope: [(namespace_identifier) @within (_ name: (_) @within)]
            name: [
              (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (identifier) @name)
              (identifier) @name
            ])
          (identifier) @name
        ])
    ])
  ]) @constant
(declaration
  declarator: [
    (identifier) @name
    (reference_declarator (identifier) @name)
    (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)) parameters: (_))
    (_ !parameters declarator: [
      (identifier) @name
      (_ !parameters declarator: (identifier) @name)
      (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)) parameters: (_))
    ])
    (_
      scope: [(namespace_identifier) @within (_ name: (_) @within)]
      name: [
        (_
          scope: [(namespace_identifier) @within (_ name: (_) @within)]
          name: [
            (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (identifier) @name)
            (identifier) @name
          ])
        (identifier) @name
      ])
    (init_declarator declarator: [
      (identifier) @name
      (reference_declarator (identifier) @name)
      (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)) parameters: (_))
      (_ !parameters declarator: [
        (identifier) @name
        (_ !parameters declarator: (identifier) @name)
        (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)) parameters: (_))
      ])
      (_
        scope: [(namespace_identifier) @within (_ name: (_) @within)]
        name: [
          (_
            scope: [(namespace_identifier) @within (_ name: (_) @within)]
            name: [
              (_ scope: [(namespace_identifier) @within (_ name: (_) @within)] name: (identifier) @name)
              (identifier) @name
            ])
          (identifier) @name
        ])
    ])
  ]) @variable
