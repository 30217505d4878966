(class_selector (class_name (identifier) @def.class)) 
(id_selector (id_name) @def.id)
((declaration (property_name) @def.variable) @span (#match? @def.variable "^--"))
(keyframes_statement (keyframes_name) @def.function) @span

(import_statement (string_value (string_content) @ref.import))
(import_statement (call_expression (arguments [(string_value (string_content) @ref.import) (plain_value) @ref.import])))

((call_expression (function_name) @_var (arguments . (plain_value) @ref.name)) (#eq? @_var "var"))
((call_expression (function_name) @ref.call) (#not-any-of? @ref.call "var" "url" "calc"))
((declaration (property_name) @_property (plain_value) @ref.name)
  (#any-of? @_property "animation" "animation-name" "container-name" "grid-area"))
((tag_name) @ref.component (#match? @ref.component "-"))
