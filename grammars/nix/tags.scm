(binding attrpath: (attrpath (identifier) @def.function .) expression: (function_expression)) @span
(let_expression (binding_set (binding attrpath: (attrpath (identifier) @def.constant .)) @span))
(rec_attrset_expression (binding_set (binding attrpath: (attrpath (identifier) @def.key .)) @span))
(source_code expression: (attrset_expression (binding_set (binding attrpath: (attrpath (identifier) @def.key .)) @span)))
(source_code expression: (function_expression
  body: (attrset_expression (binding_set (binding attrpath: (attrpath (identifier) @def.key .)) @span))))
(formal name: (identifier) @def.field)

(path_expression) @ref.import
(spath_expression) @ref.import

(apply_expression function: (variable_expression name: (identifier) @ref.call))
(apply_expression function: (select_expression attrpath: (attrpath (identifier) @ref.call .)))
(select_expression attrpath: (attrpath (identifier) @ref.name .))
(variable_expression name: (identifier) @ref.name)
(inherited_attrs (identifier) @ref.name)
