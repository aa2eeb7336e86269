; A rule is called by its selectors; it may be in another one.

(comment) @comment

(rule_set . (selectors) @name) @rule
(keyframes_statement . (keyframes_name) @name) @rule
((declaration . (property_name) @name) @variable (#match? @name "^--"))
