; Documentation is text that stands above. What takes arguments in brackets behind its name is a
; function; in a structure, a constructor.
; What takes little to tell apart has no kind here, as each node with one takes time to compile: a
; type with parameters has them in curly brackets, in others there is an operator alone or what an
; object is called as, and a field has a value.

[(line_comment) (block_comment)] @comment
(source_file [(string_literal) (prefixed_string_literal)] @comment)
(module_definition [(string_literal) (prefixed_string_literal)] @comment)
(struct_definition (string_literal) @comment)
(macrocall_expression
  (macro_identifier) @attribute
  (macro_argument_list
    . [(function_definition) (assignment (call_expression)) (struct_definition) (const_statement)]))

(module_definition name: (identifier) @name) @module
(abstract_definition (type_head [
  (identifier) @name
  (_ . (identifier) @name)
  (_ . (_ . (identifier) @name))
])) @type
(primitive_definition (type_head [
  (identifier) @name
  (_ . (identifier) @name)
  (_ . (_ . (identifier) @name))
])) @type
(struct_definition (type_head [
  (identifier) @name
  (_ . (identifier) @name)
  (_ . (_ . (identifier) @name))
])) @struct
(struct_definition [
  (identifier) @name @field
  (typed_expression . (identifier) @name) @field
  (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @field
  (const_statement
    (assignment . [(identifier) @name (typed_expression . (identifier) @name)])) @field
])
(struct_definition [
  (assignment . [
    (call_expression . [(identifier) @name (_ . (identifier) @name . (curly_expression))])
    (where_expression
      . (call_expression . [(identifier) @name (_ . (identifier) @name . (curly_expression))]))
  ]) @constructor
  (function_definition (signature [
    (call_expression . [(identifier) @name (_ . (identifier) @name . (curly_expression))])
    (where_expression
      . (call_expression . [(identifier) @name (_ . (identifier) @name . (curly_expression))]))
  ])) @constructor
])

((macrocall_expression
  (macro_identifier (identifier) @_macro)
  (macro_argument_list . [(identifier) @name (typed_expression . (identifier) @name)])) @enum
 (#eq? @_macro "enum"))
((macrocall_expression
  (macro_identifier (identifier) @_macro)
  (macro_argument_list (_) [(identifier) @name (assignment . (identifier) @name)] @member))
 (#eq? @_macro "enum"))
((macrocall_expression
  (macro_identifier (identifier) @_macro)
  (macro_argument_list
    (compound_statement [(identifier) @name (assignment . (identifier) @name)] @member)))
 (#eq? @_macro "enum"))
((macrocall_expression
  (macro_identifier (identifier) @_macro)
  (macro_argument_list . (string_literal (content) @name))) @test
 (#eq? @_macro "testset"))

(const_statement (assignment . [(identifier) @name (open_tuple (identifier) @name)])) @constant
(const_statement (assignment . (typed_expression . (identifier) @name))) @constant
(assignment . (_ . (identifier) @name . (curly_expression))) @type
(source_file (assignment . (identifier) @name (operator) . (arrow_function_expression)) @function)
(module_definition
  (assignment . (identifier) @name (operator) . (arrow_function_expression)) @function)
(macro_definition (signature (call_expression . (identifier) @name))) @macro
(function_definition (signature (identifier) @name)) @function

(function_definition (signature [
  (call_expression . [
    (identifier) @name
    (operator) @name
    (_ . (operator) @name .)
    (_ . (identifier) @name . (curly_expression))
    (_ (typed_expression (_) . [
      (identifier) @name
      (_ . (identifier) @name . (curly_expression))
    ]))
    (_ value: (_) @within (identifier) @name .)
    (_ value: (_) @within (_ [(operator) @name (_ (operator) @name)]))
  ])
  (typed_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (_ . (operator) @name .)
    (_ . (identifier) @name . (curly_expression))
    (_ (typed_expression (_) . [
      (identifier) @name
      (_ . (identifier) @name . (curly_expression))
    ]))
    (_ value: (_) @within (identifier) @name .)
    (_ value: (_) @within (_ [(operator) @name (_ (operator) @name)]))
  ]))
  (where_expression . [
    (call_expression . [
      (identifier) @name
      (operator) @name
      (_ . (operator) @name .)
      (_ . (identifier) @name . (curly_expression))
      (_ (typed_expression (_) . [
        (identifier) @name
        (_ . (identifier) @name . (curly_expression))
      ]))
      (_ value: (_) @within (identifier) @name .)
      (_ value: (_) @within (_ [(operator) @name (_ (operator) @name)]))
    ])
    (typed_expression . (call_expression . [
      (identifier) @name
      (operator) @name
      (_ . (operator) @name .)
      (_ . (identifier) @name . (curly_expression))
      (_ (typed_expression (_) . [
        (identifier) @name
        (_ . (identifier) @name . (curly_expression))
      ]))
      (_ value: (_) @within (identifier) @name .)
      (_ value: (_) @within (_ [(operator) @name (_ (operator) @name)]))
    ]))
  ])
])) @function
(assignment . [
  (call_expression . [
    (identifier) @name
    (operator) @name
    (_ . (operator) @name .)
    (_ . (identifier) @name . (curly_expression))
    (_ (typed_expression (_) . [
      (identifier) @name
      (_ . (identifier) @name . (curly_expression))
    ]))
    (_ value: (_) @within (identifier) @name .)
    (_ value: (_) @within (_ [(operator) @name (_ (operator) @name)]))
  ])
  (typed_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (_ . (operator) @name .)
    (_ . (identifier) @name . (curly_expression))
    (_ (typed_expression (_) . [
      (identifier) @name
      (_ . (identifier) @name . (curly_expression))
    ]))
    (_ value: (_) @within (identifier) @name .)
    (_ value: (_) @within (_ [(operator) @name (_ (operator) @name)]))
  ]))
  (where_expression . [
    (call_expression . [
      (identifier) @name
      (operator) @name
      (_ . (operator) @name .)
      (_ . (identifier) @name . (curly_expression))
      (_ (typed_expression (_) . [
        (identifier) @name
        (_ . (identifier) @name . (curly_expression))
      ]))
      (_ value: (_) @within (identifier) @name .)
      (_ value: (_) @within (_ [(operator) @name (_ (operator) @name)]))
    ])
    (typed_expression . (call_expression . [
      (identifier) @name
      (operator) @name
      (_ . (operator) @name .)
      (_ . (identifier) @name . (curly_expression))
      (_ (typed_expression (_) . [
        (identifier) @name
        (_ . (identifier) @name . (curly_expression))
      ]))
      (_ value: (_) @within (identifier) @name .)
      (_ value: (_) @within (_ [(operator) @name (_ (operator) @name)]))
    ]))
  ])
]) @function
