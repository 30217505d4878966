; Functions, classes and types
[
  (function_declaration name: (identifier) @def.function)
  (generator_function_declaration name: (identifier) @def.function)
  (function_signature name: (identifier) @def.function)
  (class_declaration name: (type_identifier) @def.class)
  (class name: (type_identifier) @def.class)
  (abstract_class_declaration name: (type_identifier) @def.class)
  (interface_declaration name: (type_identifier) @def.interface)
  (type_alias_declaration name: (type_identifier) @def.type)
  (enum_declaration name: (identifier) @def.enum)
  (internal_module name: [(identifier) (nested_identifier)] @def.module)
  (module name: [(identifier) (string) (nested_identifier)] @def.module)
  (method_definition name: [(property_identifier) (private_property_identifier)] @def.method)
  (abstract_method_signature name: (property_identifier) @def.method)
  (method_signature name: (property_identifier) @def.method)
] @span
(enum_body [(property_identifier) @def.member (enum_assignment name: (property_identifier) @def.member)])
(property_signature name: (property_identifier) @def.field) @span

; A function that gets its name from where it is put: a variable, a field, a property, an object's key
(variable_declarator
  name: (identifier) @def.function
  value: [(arrow_function) (function_expression) (generator_function)]) @span
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @def.method
  value: [(arrow_function) (function_expression) (generator_function)]) @span
(assignment_expression
  left: (member_expression property: (property_identifier) @def.function)
  right: [(arrow_function) (function_expression) (generator_function)]) @span
(pair
  key: (property_identifier) @def.method
  value: [(arrow_function) (function_expression) (generator_function)]) @span

; Other fields, parameter properties and module-level variables
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @def.field) @span
(required_parameter (accessibility_modifier) pattern: (identifier) @def.field) @span
(program (lexical_declaration (variable_declarator name: (identifier) @def.constant) @span))
(program (variable_declaration (variable_declarator name: (identifier) @def.variable) @span))
(export_statement (lexical_declaration (variable_declarator name: (identifier) @def.constant) @span))
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @def.constant) @span))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @def.variable) @span))

; Modules
(import_statement source: (string (string_fragment) @ref.import))
(import_require_clause source: (string (string_fragment) @ref.import))
(export_statement source: (string (string_fragment) @ref.import))
(call_expression
  function: (import)
  arguments: (arguments . (string (string_fragment) @ref.import)))
((call_expression
  function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @ref.import)))
  (#eq? @_require "require"))
(import_specifier name: (identifier) @ref.name)
(import_clause (identifier) @ref.name)
(export_specifier name: (identifier) @ref.name)
(object_pattern (shorthand_property_identifier_pattern) @ref.name)
(object_pattern (pair_pattern key: (property_identifier) @ref.name))

; Uses
(extends_clause value: (identifier) @ref.extends)
(extends_clause value: (member_expression property: (property_identifier) @ref.extends))
(implements_clause (type_identifier) @ref.extends)
(implements_clause (generic_type name: (type_identifier) @ref.extends))
(extends_type_clause (type_identifier) @ref.extends)
(extends_type_clause (generic_type name: (type_identifier) @ref.extends))
(new_expression constructor: (identifier) @ref.new)
(new_expression constructor: (member_expression property: (property_identifier) @ref.new))
(call_expression function: (identifier) @ref.call)
(call_expression
  function: (member_expression property: [(property_identifier) (private_property_identifier)] @ref.call))
(call_expression
  function: (non_null_expression (member_expression property: (property_identifier) @ref.call)))
(decorator (identifier) @ref.call)
(type_identifier) @ref.type
(type_query (identifier) @ref.name)
(member_expression object: (identifier) @ref.name)
(arguments (identifier) @ref.name)
(shorthand_property_identifier) @ref.name
