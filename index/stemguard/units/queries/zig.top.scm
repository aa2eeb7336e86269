((comment) @doc (#match? @doc "^//!"))
(variable_declaration "const" . (identifier) @name) @constant
(variable_declaration "var" . (identifier) @name) @variable
