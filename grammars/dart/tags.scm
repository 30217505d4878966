(class_definition name: (identifier) @def.class) @span
(mixin_declaration (mixin) . (identifier) @def.class) @span
(extension_declaration name: (identifier) @def.class) @span
(extension_type_declaration name: (identifier) @def.class) @span
(enum_declaration name: (identifier) @def.enum) @span
(enum_constant name: (identifier) @def.member)
(type_alias . (type_identifier) @def.type) @span

; The body of a function stands beside its signature
((method_signature [
  (function_signature name: (identifier) @def.method)
  (getter_signature name: (identifier) @def.method)
  (setter_signature name: (identifier) @def.method)
  (constructor_signature name: (identifier) @def.method)
  (factory_constructor_signature (identifier) @def.method)
]) . (function_body) @span)
(declaration [
  (function_signature name: (identifier) @def.method)
  (getter_signature name: (identifier) @def.method)
  (setter_signature name: (identifier) @def.method)
  (constructor_signature name: (identifier) @def.method)
  (constant_constructor_signature (identifier) @def.method)
  (factory_constructor_signature (identifier) @def.method)
  (redirecting_factory_constructor_signature (identifier) @def.method)
]) @span
((function_signature name: (identifier) @def.function) . (function_body) @span)
((getter_signature name: (identifier) @def.function) . (function_body) @span)
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @def.field))) @span
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @def.field))) @span
(program (static_final_declaration_list (static_final_declaration . (identifier) @def.constant) @span))
(program (initialized_identifier_list (initialized_identifier . (identifier) @def.variable) @span))

(import_specification (configurable_uri (uri (string_literal) @ref.import)))
(library_export (configurable_uri (uri (string_literal) @ref.import)))
(part_directive (uri (string_literal) @ref.import))

(superclass (type_identifier) @ref.extends)
(mixins (type_identifier) @ref.extends)
(interfaces (type_identifier) @ref.extends)
(mixin_declaration (type_identifier) @ref.extends)
(extension_declaration class: (type_identifier) @ref.extends)
((identifier) @ref.call . (selector (argument_part)))
((selector [
  (unconditional_assignable_selector (identifier) @ref.call)
  (conditional_assignable_selector (identifier) @ref.call)
]) . (selector (argument_part)))
(annotation name: (identifier) @ref.call)
(type_identifier) @ref.type
((identifier) @ref.name . (selector (unconditional_assignable_selector)))
(argument (identifier) @ref.name .)
(named_argument (identifier) @ref.name .)
