(namespace_declaration name: (_) @def.module) @span
(file_scoped_namespace_declaration name: (_) @def.module)
(class_declaration name: (identifier) @def.class) @span
(struct_declaration name: (identifier) @def.class) @span
(record_declaration name: (identifier) @def.class) @span
(interface_declaration name: (identifier) @def.interface) @span
(enum_declaration name: (identifier) @def.enum) @span
(enum_member_declaration name: (identifier) @def.member)
(delegate_declaration name: (identifier) @def.type) @span
(method_declaration name: (identifier) @def.method) @span
(constructor_declaration name: (identifier) @def.method) @span
(destructor_declaration name: (identifier) @def.method) @span
(local_function_statement name: (identifier) @def.function) @span
(property_declaration name: (identifier) @def.field) @span
(event_declaration name: (identifier) @def.field) @span
(field_declaration (variable_declaration (variable_declarator name: (identifier) @def.field))) @span
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @def.field))) @span
(record_declaration (parameter_list (parameter name: (identifier) @def.field)))

(using_directive (qualified_name) @ref.import)
(using_directive !name (identifier) @ref.import)

(base_list [(identifier) @ref.extends (generic_name (identifier) @ref.extends)])
(base_list (qualified_name name: [(identifier) @ref.extends (generic_name (identifier) @ref.extends)]))
(object_creation_expression type: [(identifier) @ref.new (generic_name (identifier) @ref.new)])
(object_creation_expression type: (qualified_name name: (identifier) @ref.new))
(invocation_expression function: [(identifier) @ref.call (generic_name (identifier) @ref.call)])
(invocation_expression
  function: (member_access_expression name: [(identifier) @ref.call (generic_name (identifier) @ref.call)]))
(invocation_expression
  function: (conditional_access_expression
    (member_binding_expression name: [(identifier) @ref.call (generic_name (identifier) @ref.call)])))
(attribute name: [(identifier) @ref.call (qualified_name name: (identifier) @ref.call)])
(generic_name (identifier) @ref.type)
(type_argument_list (identifier) @ref.type)
(parameter type: (identifier) @ref.type)
(variable_declaration type: (identifier) @ref.type)
(method_declaration returns: (identifier) @ref.type)
(property_declaration type: (identifier) @ref.type)
(delegate_declaration type: (identifier) @ref.type)
(operator_declaration type: (identifier) @ref.type)
(type_parameter_constraint type: (identifier) @ref.type)
(nullable_type type: (identifier) @ref.type)
(array_type type: (identifier) @ref.type)
(cast_expression type: (identifier) @ref.type)
(catch_declaration type: (identifier) @ref.type)
(is_expression right: (identifier) @ref.type)
(as_expression right: (identifier) @ref.type)
(declaration_pattern type: (identifier) @ref.type)
(member_access_expression expression: (identifier) @ref.name)
(argument (identifier) @ref.name .)
