; Labelled blocks: the last label is the name, the one before it the kind
((config_file (body (block . (identifier) @_kind (string_lit (template_literal) @def.variable) . (block_start)) @span))
  (#eq? @_kind "variable"))
((config_file (body (block . (identifier) @_kind (string_lit (template_literal) @def.module) . (block_start)) @span))
  (#eq? @_kind "module"))
((config_file (body (block . (identifier) @_kind (string_lit (template_literal) @def.constant) . (block_start)) @span))
  (#eq? @_kind "output"))
(config_file (body (block (string_lit (template_literal) @def.resource) . (block_start)) @span))
((config_file (body (block . (identifier) @_kind (body (attribute . (identifier) @def.constant) @span))))
  (#eq? @_kind "locals"))
((config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @ref.type))))
  (#any-of? @_kind "resource" "data"))
(config_file (body (attribute . (identifier) @def.key) @span))

((block . (identifier) @_kind (body (attribute
  . (identifier) @_source
  (expression (literal_value (string_lit (template_literal) @ref.import))))))
  (#eq? @_kind "module")
  (#eq? @_source "source"))

(function_call (identifier) @ref.call)
(variable_expr (identifier) @ref.name)
(get_attr (identifier) @ref.name)
