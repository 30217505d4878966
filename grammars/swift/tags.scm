(protocol_declaration name: (type_identifier) @def.interface) @span
(class_declaration declaration_kind: "enum" name: (type_identifier) @def.enum) @span
(class_declaration declaration_kind: "extension" name: (user_type (type_identifier) @ref.extends))
(class_declaration name: (type_identifier) @def.class) @span
(typealias_declaration name: (type_identifier) @def.type) @span
(associatedtype_declaration name: (type_identifier) @def.type) @span
(enum_entry name: (simple_identifier) @def.member)
(protocol_function_declaration name: (simple_identifier) @def.method) @span
(function_declaration "init" @def.method) @span
(subscript_declaration "subscript" @def.method) @span
; Methods too: each pattern on the name of a function takes the library half a second to compile for this grammar
(function_declaration name: (simple_identifier) @def.function) @span
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @def.field)) @span
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @def.field)) @span)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @def.field)) @span)
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @def.constant)) @span)

(import_declaration (identifier) @ref.import)

(inheritance_specifier inherits_from: (user_type (type_identifier) @ref.extends))
(call_expression . (simple_identifier) @ref.call)
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @ref.call)))
(attribute (user_type (type_identifier) @ref.call))
(type_identifier) @ref.type
(navigation_expression target: (simple_identifier) @ref.name)
(value_argument value: (simple_identifier) @ref.name)
