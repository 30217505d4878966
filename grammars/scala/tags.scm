(package_clause name: (package_identifier) @def.module)
(trait_definition name: (identifier) @def.interface) @span
(class_definition name: (identifier) @def.class) @span
(object_definition name: (identifier) @def.class) @span
(enum_definition name: (identifier) @def.enum) @span
(simple_enum_case name: (identifier) @def.member)
(full_enum_case name: (identifier) @def.member)
(type_definition name: (type_identifier) @def.type) @span
(given_definition name: (identifier) @def.constant) @span
(template_body (function_definition name: [(identifier) (operator_identifier)] @def.method) @span)
(template_body (function_declaration name: [(identifier) (operator_identifier)] @def.method) @span)
(function_definition name: [(identifier) (operator_identifier)] @def.function) @span
(function_declaration name: (identifier) @def.function) @span
(template_body (val_definition pattern: (identifier) @def.field) @span)
(template_body (var_definition pattern: (identifier) @def.field) @span)
(template_body (val_declaration name: (identifier) @def.field) @span)
(compilation_unit (val_definition pattern: (identifier) @def.constant) @span)
(class_parameter name: (identifier) @def.field)

(import_declaration) @ref.import
(import_declaration path: (identifier) @ref.name .)
(namespace_selectors [(identifier) @ref.name (arrow_renamed_identifier name: (identifier) @ref.name)])

(extends_clause type: [(type_identifier) @ref.extends (generic_type type: (type_identifier) @ref.extends)])
(instance_expression [(type_identifier) @ref.new (generic_type type: (type_identifier) @ref.new)])
(call_expression function: (identifier) @ref.call)
(call_expression function: (field_expression field: (identifier) @ref.call))
(generic_function function: [(identifier) @ref.call (field_expression field: (identifier) @ref.call)])
(infix_expression operator: (identifier) @ref.call)
(annotation name: (type_identifier) @ref.call)
(type_identifier) @ref.type
(field_expression value: (identifier) @ref.name)
(arguments (identifier) @ref.name)
