; Functions and classes
[
  (function_declaration name: (identifier) @def.function)
  (generator_function_declaration name: (identifier) @def.function)
  (class_declaration name: (identifier) @def.class)
  (class name: (identifier) @def.class)
  (method_definition name: [(property_identifier) (private_property_identifier)] @def.method)
] @span

; A function that gets its name from where it is put: a variable, a field, a property, an object's key
(variable_declarator
  name: (identifier) @def.function
  value: [(arrow_function) (function_expression) (generator_function)]) @span
(field_definition
  property: [(property_identifier) (private_property_identifier)] @def.method
  value: [(arrow_function) (function_expression) (generator_function)]) @span
(assignment_expression
  left: (member_expression property: (property_identifier) @def.function)
  right: [(arrow_function) (function_expression) (generator_function)]) @span
(assignment_expression
  left: (identifier) @def.function
  right: [(arrow_function) (function_expression) (generator_function)]) @span
(pair
  key: (property_identifier) @def.method
  value: [(arrow_function) (function_expression) (generator_function)]) @span
(assignment_expression
  left: (member_expression property: (property_identifier) @def.class)
  right: (class)) @span

; Other fields and module-level variables
(field_definition
  property: [(property_identifier) (private_property_identifier)] @def.field) @span
(program (lexical_declaration (variable_declarator name: (identifier) @def.constant) @span))
(program (variable_declaration (variable_declarator name: (identifier) @def.variable) @span))
(export_statement (lexical_declaration (variable_declarator name: (identifier) @def.constant) @span))

; Modules
(import_statement source: (string (string_fragment) @ref.import))
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
(class_heritage (identifier) @ref.extends)
(class_heritage (member_expression property: (property_identifier) @ref.extends))
(new_expression constructor: (identifier) @ref.new)
(new_expression constructor: (member_expression property: (property_identifier) @ref.new))
(call_expression function: (identifier) @ref.call)
(call_expression
  function: (member_expression property: [(property_identifier) (private_property_identifier)] @ref.call))
(decorator (identifier) @ref.call)
((jsx_opening_element name: (identifier) @ref.component) (#match? @ref.component "^[A-Z]"))
(jsx_opening_element name: (member_expression property: (property_identifier) @ref.component))
((jsx_self_closing_element name: (identifier) @ref.component) (#match? @ref.component "^[A-Z]"))
(jsx_self_closing_element name: (member_expression property: (property_identifier) @ref.component))
(member_expression object: (identifier) @ref.name)
(arguments (identifier) @ref.name)
(jsx_expression (identifier) @ref.name)
(shorthand_property_identifier) @ref.name
