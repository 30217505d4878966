(function_declaration name: (identifier) @def.function) @span
(variable_declaration . (identifier) @def.class [(struct_declaration) (union_declaration) (opaque_declaration)]) @span
(variable_declaration . (identifier) @def.enum [(enum_declaration) (error_set_declaration)]) @span
(source_file (variable_declaration . (identifier) @def.constant) @span)
(struct_declaration (variable_declaration . (identifier) @def.constant) @span)
(enum_declaration (container_field name: (identifier) @def.member))
(error_set_declaration (identifier) @def.member)
(container_field name: (identifier) @def.field)
(test_declaration (string (string_content) @def.test)) @span

((builtin_function (builtin_identifier) @_import (arguments (string (string_content) @ref.import)))
  (#any-of? @_import "@import" "@cImport" "@embedFile"))

(call_expression function: (identifier) @ref.call)
(call_expression function: (field_expression member: (identifier) @ref.call))
(parameter type: (identifier) @ref.type)
(parameter type: (field_expression member: (identifier) @ref.type))
(container_field type: (identifier) @ref.type)
(function_declaration type: (identifier) @ref.type)
(pointer_type (identifier) @ref.type)
(slice_type (identifier) @ref.type)
(nullable_type (identifier) @ref.type)
(error_union_type (identifier) @ref.type)
(struct_initializer (identifier) @ref.new)
(field_expression object: (identifier) @ref.name)
(field_expression member: (identifier) @ref.name)
(arguments (identifier) @ref.name)
(binary_expression (identifier) @ref.name)
