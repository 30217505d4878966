(package_statement (package_name) @def.module)
(function_definition name: (identifier) @def.function) @span
(use_constant_statement constant: (identifier) @def.constant) @span
(source_file (binary_expression variable: (variable_declaration
  variable_name: [(scalar_variable) (hash_variable) (array_variable)] @def.variable)) @span)
(source_file (variable_declaration
  variable_name: [(scalar_variable) (hash_variable) (array_variable)] @def.variable) @span)

(use_no_statement package_name: (package_name) @ref.import)
(require_statement package_name: (package_name) @ref.import)
(use_parent_statement (string_single_quoted) @ref.extends)
(use_no_statement (word_list_qw (list_item) @ref.name))

(call_expression_with_bareword function_name: (identifier) @ref.call)
(method_invocation function_name: (identifier) @ref.call)
(method_invocation package_name: (package_name) @ref.type)
(call_expression_with_bareword package_name: (package_name) @ref.type)
