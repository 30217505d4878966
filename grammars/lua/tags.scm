(function_declaration name: (identifier) @def.function) @span
(function_declaration name: (dot_index_expression field: (identifier) @def.function)) @span
(function_declaration name: (method_index_expression method: (identifier) @def.method)) @span
(assignment_statement
  (variable_list . name: [(identifier) @def.function (dot_index_expression field: (identifier) @def.function)])
  (expression_list . value: (function_definition))) @span
(field name: (identifier) @def.method value: (function_definition)) @span
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @def.variable)) @span))
(chunk (assignment_statement (variable_list name: (dot_index_expression field: (identifier) @def.field))) @span)
(chunk (assignment_statement (variable_list name: (identifier) @def.variable)) @span)

((function_call name: (identifier) @_require arguments: (arguments . (string content: (string_content) @ref.import)))
  (#any-of? @_require "require" "dofile" "loadfile"))

(function_call name: (identifier) @ref.call)
(function_call name: (dot_index_expression field: (identifier) @ref.call))
(function_call name: (method_index_expression method: (identifier) @ref.call))
(dot_index_expression table: (identifier) @ref.name)
(method_index_expression table: (identifier) @ref.name)
(arguments (identifier) @ref.name)
(field value: (identifier) @ref.name)
