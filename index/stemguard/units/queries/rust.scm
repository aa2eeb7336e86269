(line_comment !inner) @comment
(block_comment !inner) @comment
(line_comment inner: (_)) @doc
(block_comment inner: (_)) @doc
(attribute_item) @attribute

(mod_item name: (identifier) @name) @module
((attribute_item
    (attribute [(identifier) @_attribute (scoped_identifier name: (identifier) @_attribute)]))
  . [(attribute_item) (line_comment) (block_comment)]*
  . (function_item name: (identifier) @name) @test
  (#eq? @_attribute "test"))
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(macro_definition name: (identifier) @name) @macro

(struct_item name: (type_identifier) @name) @struct
(union_item name: (type_identifier) @name) @union
(enum_item name: (type_identifier) @name) @enum
(enum_variant name: (identifier) @name) @member
(field_declaration name: (field_identifier) @name) @field

(trait_item name: (type_identifier) @name) @trait
(impl_item
  type: [
    (generic_type type: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
    (scoped_type_identifier name: (type_identifier) @name)
    (reference_type type: [
      [(type_identifier) (primitive_type) (array_type) (tuple_type)] @name
      (generic_type type: (type_identifier) @name)
      (dynamic_type trait: (type_identifier) @name)
      (scoped_type_identifier name: (type_identifier) @name)
    ])
    (dynamic_type trait: (type_identifier) @name)
  ]) @impl
(impl_item
  type: [
    (type_identifier) (primitive_type) (array_type) (tuple_type) (unit_type) (pointer_type)
    (macro_invocation)
  ] @name) @impl
(impl_item
  type: (reference_type
    type: [
      (type_identifier) @name
      (primitive_type) @name
      (generic_type type: (type_identifier) @name)
    ])) @impl

(type_item name: (type_identifier) @name) @type
(associated_type name: (type_identifier) @name) @type
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @variable
