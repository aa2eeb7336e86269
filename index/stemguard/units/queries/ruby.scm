; A method outside of all classes and modules is a function. Symbols that are given to the methods
; that define others are their names.

(comment) @comment

(module
  name: [(constant) @name (scope_resolution scope: (_) @within name: (constant) @name)]) @module
(class
  name: [(constant) @name (scope_resolution scope: (_) @within name: (constant) @name)]) @class

(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_made method: (identifier) @_by)
  (#any-of? @_made "Struct" "Data")
  (#any-of? @_by "new" "define")) @struct
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_made method: (identifier) @_by)
  (#eq? @_made "Class")
  (#eq? @_by "new")) @class

(assignment
  left: [
    (constant) @name
    (scope_resolution scope: (_) @within name: (constant) @name)
    (left_assignment_list (constant) @name)
  ]) @constant
(operator_assignment left: (constant) @name) @constant

; As in `private def`.
(call
  arguments: (argument_list
    . [(method name: (_) @name) (singleton_method object: (self) name: (_) @name)])) @method

((method name: (identifier) @name) @constructor (#eq? @name "initialize"))
(program (method name: (_) @name) @function)
(method name: (_) @name) @method
(singleton_method object: [(constant) (scope_resolution)] @within name: (_) @name) @method
(singleton_method object: [(self) (identifier)] name: (_) @name) @method

(alias name: (_) @name) @method
(call
  method: (identifier) @_by
  arguments: (argument_list . [(simple_symbol) @name (string (string_content) @name)])
  (#any-of? @_by "alias_method" "define_method" "define_singleton_method")) @method
(call
  method: (identifier) @_by
  arguments: (argument_list [(simple_symbol) @name (string (string_content) @name)])
  (#any-of? @_by
    "attr" "attr_reader" "attr_writer" "attr_accessor"
    "cattr_reader" "cattr_writer" "cattr_accessor"
    "mattr_reader" "mattr_writer" "mattr_accessor"
    "class_attribute" "thread_mattr_accessor")) @property
