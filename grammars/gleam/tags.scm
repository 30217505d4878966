(function name: (identifier) @def.function) @span
(external_function name: (identifier) @def.function) @span
(constant name: (identifier) @def.constant) @span
(type_definition (type_name name: (type_identifier) @def.class)) @span
(type_alias (type_name name: (type_identifier) @def.type)) @span
(external_type (type_name name: (type_identifier) @def.type)) @span
(data_constructor name: (constructor_name) @def.member) @span
(data_constructor_argument label: (label) @def.field)

(import module: (module) @ref.import)
(unqualified_import name: (_) @ref.name)

(function_call function: (identifier) @ref.call)
(function_call function: (field_access field: (label) @ref.call))
(record name: (constructor_name) @ref.new)
(record_pattern name: (constructor_name) @ref.name)
(type name: (type_identifier) @ref.type)
(field_access record: (identifier) @ref.name)
(argument value: (identifier) @ref.name)
(binary_expression operator: "|>" right: (identifier) @ref.call)
