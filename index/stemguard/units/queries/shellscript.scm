; Variables of a script are its own, unless it says that they stay as they are or exports them. Those
; of a function are left out with all that `local` and `declare` do there.

(comment) @comment

(function_definition name: (word) @name) @function

(command
  name: (command_name (word) @_by)
  argument: [(concatenation . (word) @name) (word) @name]
  (#eq? @_by "alias")
  (#match? @name "^[^-=]+=")) @function

(declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @constant
(declaration_command
  ["declare" "typeset"]
  (word) @_how
  (variable_assignment name: (variable_name) @name)
  (#match? @_how "^-[A-Za-z]*r")) @constant
(program
  (declaration_command "export" (variable_assignment name: (variable_name) @name)) @variable)
