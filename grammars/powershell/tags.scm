(function_statement (function_name) @def.function) @span
(class_statement . (simple_name) @def.class) @span
(class_method_definition (simple_name) @def.method) @span
(class_property_definition (variable) @def.field) @span
(enum_statement . (simple_name) @def.enum) @span
(enum_member . (simple_name) @def.member)
(program (statement_list (pipeline (assignment_expression (left_assignment_expression) @def.variable) @span)))

((command command_name: (command_name) @_import command_elements: (command_elements (generic_token) @ref.import .))
  (#any-of? @_import "Import-Module" "using"))
(command (command_invokation_operator) command_name: (command_name_expr (command_name) @ref.import))

(class_statement (simple_name) (simple_name) @ref.extends)
((command command_name: (command_name) @ref.call) (#not-any-of? @ref.call "using" "Import-Module"))
(invokation_expression (member_name (simple_name) @ref.call))
(type_identifier) @ref.type
(member_access (member_name (simple_name) @ref.name))
(unary_expression (variable) @ref.name)
