(mod_item name: (identifier) @def.module) @span
(const_item name: (identifier) @def.constant) @span
(static_item name: (identifier) @def.constant) @span
(type_item name: (type_identifier) @def.type) @span
(associated_type name: (type_identifier) @def.type) @span
(struct_item name: (type_identifier) @def.class) @span
(union_item name: (type_identifier) @def.class) @span
(enum_item name: (type_identifier) @def.enum) @span
(enum_variant name: (identifier) @def.member) @span
(trait_item name: (type_identifier) @def.interface) @span
(field_declaration name: (field_identifier) @def.field) @span
(macro_definition name: (identifier) @def.macro) @span
(impl_item body: (declaration_list (function_item name: (identifier) @def.method) @span))
(trait_item body: (declaration_list (function_item name: (identifier) @def.method) @span))
(function_item name: (identifier) @def.function) @span
(function_signature_item name: (identifier) @def.method) @span

(use_declaration argument: [(identifier) (scoped_identifier)] @ref.import)
(use_declaration argument: (scoped_use_list path: (_) @ref.import))
(use_declaration argument: (use_as_clause path: (_) @ref.import))
(use_declaration argument: (use_wildcard (_) @ref.import))
(use_declaration argument: (scoped_identifier name: (identifier) @ref.name))
(use_list [(identifier) @ref.name (scoped_identifier name: (identifier) @ref.name)])
(use_list (use_as_clause path: [(identifier) @ref.name (scoped_identifier name: (identifier) @ref.name)]))

(impl_item trait: [(type_identifier) @ref.extends (generic_type type: (type_identifier) @ref.extends)])
(impl_item trait: (scoped_type_identifier name: (type_identifier) @ref.extends))
(struct_expression name: [(type_identifier) @ref.new (scoped_type_identifier name: (type_identifier) @ref.new)])
(call_expression function: (identifier) @ref.call)
(call_expression function: (scoped_identifier name: (identifier) @ref.call))
(call_expression function: (field_expression field: (field_identifier) @ref.call))
(generic_function function: (identifier) @ref.call)
(generic_function function: (scoped_identifier name: (identifier) @ref.call))
(generic_function function: (field_expression field: (field_identifier) @ref.call))
(macro_invocation macro: [(identifier) @ref.call (scoped_identifier name: (identifier) @ref.call)])
(macro_invocation (token_tree (identifier) @ref.name))
(attribute (identifier) @ref.call)
(attribute arguments: (token_tree (identifier) @ref.name))
(type_identifier) @ref.type
(scoped_identifier path: (identifier) @ref.name)
(arguments [(identifier) @ref.name (scoped_identifier name: (identifier) @ref.name)])
(field_expression value: (identifier) @ref.name)
