(namespace_definition name: (namespace_name) @def.module)
(class_declaration name: (name) @def.class) @span
(interface_declaration name: (name) @def.interface) @span
(trait_declaration name: (name) @def.class) @span
(enum_declaration name: (name) @def.enum) @span
(enum_case name: (name) @def.member)
(method_declaration name: (name) @def.method) @span
(function_definition name: (name) @def.function) @span
(const_declaration (const_element . (name) @def.constant)) @span
(property_declaration (property_element name: (variable_name (name) @def.field))) @span
(property_promotion_parameter name: (variable_name (name) @def.field))
((function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @def.constant))))
  (#eq? @_define "define"))
(program (expression_statement
  (assignment_expression
    left: (variable_name (name) @def.function)
    right: [(anonymous_function) (arrow_function)]) @span))

(namespace_use_declaration (namespace_use_clause (qualified_name) @ref.import))
(namespace_use_declaration (namespace_name) @ref.import)
(namespace_use_clause (qualified_name (name) @ref.name .))
(namespace_use_group (namespace_use_clause . (name) @ref.name))
[
  (require_expression (string (string_content) @ref.import))
  (require_once_expression (string (string_content) @ref.import))
  (include_expression (string (string_content) @ref.import))
  (require_once_expression (binary_expression right: (string (string_content) @ref.import)))
  (require_expression (binary_expression right: (string (string_content) @ref.import)))
  (include_expression (binary_expression right: (string (string_content) @ref.import)))
]

(base_clause [(name) @ref.extends (qualified_name (name) @ref.extends)])
(class_interface_clause [(name) @ref.extends (qualified_name (name) @ref.extends)])
(use_declaration [(name) @ref.extends (qualified_name (name) @ref.extends)])
(object_creation_expression [(name) @ref.new (qualified_name (name) @ref.new)])
(function_call_expression function: [(name) @ref.call (qualified_name (name) @ref.call)])
(member_call_expression name: (name) @ref.call)
(nullsafe_member_call_expression name: (name) @ref.call)
(scoped_call_expression name: (name) @ref.call)
(scoped_call_expression scope: [(name) @ref.type (qualified_name (name) @ref.type)])
(class_constant_access_expression . [(name) @ref.type (qualified_name (name) @ref.type)])
(class_constant_access_expression (_) (name) @ref.name)
(attribute [(name) @ref.call (qualified_name (name) @ref.call)])
(named_type [(name) @ref.type (qualified_name (name) @ref.type)])
(member_access_expression name: (name) @ref.name)
