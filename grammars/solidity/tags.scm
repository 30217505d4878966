(contract_declaration name: (identifier) @def.class) @span
(library_declaration name: (identifier) @def.class) @span
(interface_declaration name: (identifier) @def.interface) @span
(struct_declaration name: (identifier) @def.class) @span
(struct_member name: (identifier) @def.field)
(enum_declaration name: (identifier) @def.enum) @span
(enum_value) @def.member
(event_definition name: (identifier) @def.event) @span
(error_declaration name: (identifier) @def.event) @span
(modifier_definition name: (identifier) @def.function) @span
(contract_body (function_definition name: (identifier) @def.method) @span)
(function_definition name: (identifier) @def.function) @span
(constructor_definition "constructor" @def.method) @span
(state_variable_declaration name: (identifier) @def.field) @span
(constant_variable_declaration name: (identifier) @def.constant) @span
(user_defined_type_definition name: (identifier) @def.type) @span

(import_directive source: (string) @ref.import)
(import_directive import_name: (identifier) @ref.name)

(inheritance_specifier ancestor: (user_defined_type (identifier) @ref.extends))
(using_directive (type_alias (identifier) @ref.type))
(new_expression name: (type_name (user_defined_type (identifier) @ref.new)))
(call_expression function: (expression (identifier) @ref.call))
(call_expression function: (expression (member_expression property: (identifier) @ref.call)))
(modifier_invocation (identifier) @ref.call)
(emit_statement name: (expression (identifier) @ref.call))
(revert_statement error: (expression (identifier) @ref.call))
(user_defined_type (identifier) @ref.type)
(member_expression object: (identifier) @ref.name)
(call_argument (expression (identifier) @ref.name))
