(package_declaration (_) @def.module) @span
(class_declaration name: (identifier) @def.class) @span
(record_declaration name: (identifier) @def.class) @span
(interface_declaration name: (identifier) @def.interface) @span
(annotation_type_declaration name: (identifier) @def.interface) @span
(enum_declaration name: (identifier) @def.enum) @span
(enum_constant name: (identifier) @def.member) @span
(method_declaration name: (identifier) @def.method) @span
(annotation_type_element_declaration name: (identifier) @def.method) @span
(constructor_declaration name: (identifier) @def.method) @span
(compact_constructor_declaration name: (identifier) @def.method) @span
(field_declaration declarator: (variable_declarator name: (identifier) @def.field)) @span
(constant_declaration declarator: (variable_declarator name: (identifier) @def.constant)) @span
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @def.field)))

(import_declaration (scoped_identifier) @ref.import)
(import_declaration (scoped_identifier name: (identifier) @ref.name))

(superclass [(type_identifier) @ref.extends (generic_type (type_identifier) @ref.extends)])
(super_interfaces (type_list [(type_identifier) @ref.extends (generic_type (type_identifier) @ref.extends)]))
(extends_interfaces (type_list [(type_identifier) @ref.extends (generic_type (type_identifier) @ref.extends)]))
(object_creation_expression type: [(type_identifier) @ref.new (generic_type (type_identifier) @ref.new)])
(method_invocation name: (identifier) @ref.call)
(method_invocation object: (identifier) @ref.name)
(method_reference (identifier) @ref.name)
(marker_annotation name: (identifier) @ref.call)
(annotation name: (identifier) @ref.call)
(type_identifier) @ref.type
(field_access object: (identifier) @ref.name field: (identifier) @ref.name)
(argument_list (identifier) @ref.name)
