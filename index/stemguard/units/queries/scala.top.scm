(val_definition pattern: [(identifier) @name (identifiers (identifier) @name)]) @constant
(var_definition pattern: [(identifier) @name (identifiers (identifier) @name)]) @variable
