; Definitions are calls. Documentation is text that an attribute above them has.

(comment) @comment
(unary_operator
  operand: (call
    target: (identifier) @_by
    (arguments . [(string) (sigil)] .))
  (#any-of? @_by "doc" "typedoc")) @comment
(unary_operator
  operand: (call
    target: (identifier) @_by
    (arguments . [(string (quoted_content) @doc) (sigil (quoted_content) @doc)] .))
  (#eq? @_by "moduledoc"))
(unary_operator
  operand: (call
    target: (identifier) @_by
    (arguments . [(boolean) (keywords) (binary_operator) (alias)]))
  (#any-of? @_by "doc" "spec" "impl")) @attribute
(unary_operator
  operand: (call target: (identifier) @_by)
  (#any-of? @_by "deprecated" "dialyzer" "tag" "describetag")) @attribute

(call
  target: (identifier) @_by (arguments . (alias) @name) (#eq? @_by "defmodule")) @module
(call
  target: (identifier) @_by (arguments . (alias) @name) (#eq? @_by "defprotocol")) @protocol
(call
  target: (identifier) @_by (arguments . (alias) @name) (#eq? @_by "defimpl")) @impl

(call
  target: (identifier) @_by
  (arguments
    . [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator
        left: [(identifier) @name (call target: (identifier) @name)]
        operator: "when")
    ])
  (#any-of? @_by "def" "defp" "defdelegate" "defn" "defnp")) @function
(call
  target: (identifier) @_by
  (arguments
    . [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator
        left: [(identifier) @name (call target: (identifier) @name)]
        operator: "when")
    ])
  (#any-of? @_by "defmacro" "defmacrop" "defguard" "defguardp")) @macro
(call
  target: (identifier) @_by
  (arguments
    . [
      (binary_operator operator: _ @name)
      (unary_operator operator: _ @name)
      (binary_operator
        left: [(binary_operator operator: _ @name) (unary_operator operator: _ @name)]
        operator: "when")
    ])
  (#any-of? @_by "def" "defp" "defmacro" "defmacrop" "defdelegate")
  (#not-eq? @name "when")) @operator

(unary_operator
  operand: (call
    target: (identifier) @_by
    (arguments
      . (binary_operator
        left: [
          (identifier) @name
          (call target: (identifier) @name)
        ]
        operator: "::")))
  (#any-of? @_by "type" "typep" "opaque")) @type
(unary_operator
  operand: (call
    target: (identifier) @_by
    (arguments
      . [
        (binary_operator left: (call target: (identifier) @name) operator: "::")
        (binary_operator
          left: (binary_operator left: (call target: (identifier) @name) operator: "::")
          operator: "when")
      ]))
  (#any-of? @_by "callback" "macrocallback")) @function

(call
  target: (identifier) @_by
  (arguments . (string (quoted_content) @name))
  (do_block)
  (#any-of? @_by "test" "describe" "property")) @test
