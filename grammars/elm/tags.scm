(module_declaration name: (upper_case_qid) @def.module)
(type_alias_declaration name: (upper_case_identifier) @def.type) @span
(type_declaration name: (upper_case_identifier) @def.enum) @span
(union_variant name: (upper_case_identifier) @def.member)
(port_annotation name: (lower_case_identifier) @def.function) @span
(file (value_declaration functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @def.function)) @span)
(field_type name: (lower_case_identifier) @def.field)

(import_clause moduleName: (upper_case_qid) @ref.import)
(import_clause (exposing_list (exposed_type (upper_case_identifier) @ref.name)))
(import_clause (exposing_list (exposed_value (lower_case_identifier) @ref.name)))

(function_call_expr target: (value_expr name: (value_qid (lower_case_identifier) @ref.call)))
(function_call_expr target: (value_expr name: (upper_case_qid (upper_case_identifier) @ref.new .)))
(value_expr name: (value_qid (lower_case_identifier) @ref.name))
(value_expr name: (upper_case_qid (upper_case_identifier) @ref.name .))
(value_qid (upper_case_identifier) @ref.name)
(type_ref (upper_case_qid (upper_case_identifier) @ref.type .))
(union_pattern constructor: (upper_case_qid (upper_case_identifier) @ref.name .))
