(package_clause (package_identifier) @def.module) @span
(function_declaration name: (identifier) @def.function) @span
(method_declaration name: (field_identifier) @def.method) @span
(method_elem name: (field_identifier) @def.method) @span
(type_declaration (type_spec name: (type_identifier) @def.interface type: (interface_type)) @span)
(type_declaration (type_spec name: (type_identifier) @def.class type: (struct_type)) @span)
(type_declaration [(type_spec name: (type_identifier) @def.type) (type_alias name: (type_identifier) @def.type)] @span)
(field_declaration name: (field_identifier) @def.field)
(source_file (const_declaration (const_spec name: (identifier) @def.constant)))
(source_file (var_declaration (var_spec name: (identifier) @def.variable)))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @def.variable))))

(import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @ref.import))
(import_spec path: (raw_string_literal (raw_string_literal_content) @ref.import))

(field_declaration !name type: [(type_identifier) @ref.extends (qualified_type name: (type_identifier) @ref.extends)])
(call_expression function: (identifier) @ref.call)
(call_expression function: (selector_expression field: (field_identifier) @ref.call))
(call_expression function: (parenthesized_expression (identifier) @ref.call))
(composite_literal type: [(type_identifier) @ref.new (qualified_type name: (type_identifier) @ref.new)])
(type_identifier) @ref.type
(selector_expression operand: (identifier) @ref.name)
(argument_list (identifier) @ref.name)
(literal_element (identifier) @ref.name)
