(package_header (identifier) @def.module) @span
(class_declaration "interface" (type_identifier) @def.interface) @span
(class_declaration "enum" (type_identifier) @def.enum) @span
(class_declaration (type_identifier) @def.class) @span
(object_declaration (type_identifier) @def.class) @span
(companion_object (type_identifier) @def.class) @span
(type_alias (type_identifier) @def.type) @span
(enum_entry (simple_identifier) @def.member) @span
(class_body (function_declaration (simple_identifier) @def.method) @span)
(function_declaration (simple_identifier) @def.function) @span
(class_body (property_declaration (variable_declaration (simple_identifier) @def.field)) @span)
(class_parameter (binding_pattern_kind) (simple_identifier) @def.field) @span
(source_file (property_declaration (variable_declaration (simple_identifier) @def.constant)) @span)

(import_header (identifier) @ref.import)
(import_header (identifier (simple_identifier) @ref.name .))

(delegation_specifier (user_type (type_identifier) @ref.extends))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @ref.extends)))
(call_expression . (simple_identifier) @ref.call)
(call_expression . (navigation_expression (navigation_suffix (simple_identifier) @ref.call)))
(callable_reference (simple_identifier) @ref.name)
(annotation [(user_type (type_identifier) @ref.call) (constructor_invocation (user_type (type_identifier) @ref.call))])
(type_identifier) @ref.type
(navigation_expression . (simple_identifier) @ref.name)
(value_argument (simple_identifier) @ref.name .)
