(preproc_def name: (identifier) @def.macro) @span
(preproc_function_def name: (identifier) @def.macro) @span
(namespace_definition name: [(namespace_identifier) (nested_namespace_specifier)] @def.module) @span
(class_specifier name: [
  (type_identifier) @def.class
  (qualified_identifier name: (type_identifier) @def.class)
  (template_type name: (type_identifier) @def.class)
] body: (_)) @span
(struct_specifier name: [
  (type_identifier) @def.class
  (qualified_identifier name: (type_identifier) @def.class)
  (template_type name: (type_identifier) @def.class)
] body: (_)) @span
(union_specifier name: (type_identifier) @def.class body: (_)) @span
(enum_specifier name: (type_identifier) @def.enum body: (_)) @span
(enumerator name: (identifier) @def.member)
(concept_definition name: (identifier) @def.interface) @span
(alias_declaration name: (type_identifier) @def.type) @span
(type_definition declarator: (type_identifier) @def.type) @span
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @def.type)) @span

; Functions with a body, whose result may be a pointer or a reference; then all other declarators: prototypes
(function_definition
  declarator: (function_declarator declarator: [
    (identifier) @def.function
    (field_identifier) @def.method
    (destructor_name) @def.method
    (operator_name) @def.method
    (template_function name: (identifier) @def.function)
    (qualified_identifier name: [
      (identifier) @def.method
      (destructor_name) @def.method
      (operator_name) @def.method
      (template_function name: (identifier) @def.method)
      (qualified_identifier name: [(identifier) (destructor_name) (operator_name)] @def.method)
      (qualified_identifier name: (qualified_identifier name: [(identifier) (destructor_name)] @def.method))
    ])
  ])) @span
(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: [
    (identifier) @def.function
    (field_identifier) @def.method
    (destructor_name) @def.method
    (operator_name) @def.method
    (template_function name: (identifier) @def.function)
    (qualified_identifier name: [
      (identifier) @def.method
      (destructor_name) @def.method
      (operator_name) @def.method
      (template_function name: (identifier) @def.method)
      (qualified_identifier name: [(identifier) (destructor_name) (operator_name)] @def.method)
      (qualified_identifier name: (qualified_identifier name: [(identifier) (destructor_name)] @def.method))
    ])
  ]))) @span
(function_definition
  declarator: (reference_declarator (function_declarator declarator: [
    (identifier) @def.function
    (field_identifier) @def.method
    (destructor_name) @def.method
    (operator_name) @def.method
    (template_function name: (identifier) @def.function)
    (qualified_identifier name: [
      (identifier) @def.method
      (destructor_name) @def.method
      (operator_name) @def.method
      (template_function name: (identifier) @def.method)
      (qualified_identifier name: [(identifier) (destructor_name) (operator_name)] @def.method)
      (qualified_identifier name: (qualified_identifier name: [(identifier) (destructor_name)] @def.method))
    ])
  ]))) @span
(function_declarator declarator: [
  (identifier) @def.function
  (field_identifier) @def.method
  (destructor_name) @def.method
  (operator_name) @def.method
  (template_function name: (identifier) @def.function)
  (qualified_identifier name: [
    (identifier) @def.method
    (destructor_name) @def.method
    (operator_name) @def.method
    (template_function name: (identifier) @def.method)
    (qualified_identifier name: [(identifier) (destructor_name) (operator_name)] @def.method)
    (qualified_identifier name: (qualified_identifier name: [(identifier) (destructor_name)] @def.method))
  ])
])

(field_declaration declarator: (field_identifier) @def.field)
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @def.field))
(field_declaration declarator: (reference_declarator (field_identifier) @def.field))
(field_declaration declarator: (array_declarator declarator: (field_identifier) @def.field))
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @def.variable)) @span)
(translation_unit (declaration declarator: (identifier) @def.variable) @span)
(declaration_list (declaration declarator: (init_declarator declarator: (identifier) @def.variable)) @span)
(declaration_list (declaration declarator: (identifier) @def.variable) @span)

(preproc_include path: [(system_lib_string) (string_literal)] @ref.import)
(base_class_clause [
  (type_identifier) @ref.extends
  (template_type name: (type_identifier) @ref.extends)
  (qualified_identifier name: [(type_identifier) @ref.extends (template_type name: (type_identifier) @ref.extends)])
])
(new_expression type: [
  (type_identifier) @ref.new
  (template_type name: (type_identifier) @ref.new)
  (qualified_identifier name: (type_identifier) @ref.new)
])
(call_expression function: (identifier) @ref.call)
(call_expression function: (field_expression field: (field_identifier) @ref.call))
(call_expression function: (field_expression field: (template_method name: (field_identifier) @ref.call)))
(call_expression function: (qualified_identifier name: (identifier) @ref.call))
(call_expression function: (qualified_identifier name: (qualified_identifier name: (identifier) @ref.call)))
(template_function name: (identifier) @ref.call)
(type_identifier) @ref.type
(qualified_identifier scope: (namespace_identifier) @ref.name)
(argument_list (identifier) @ref.name)
(binary_expression (identifier) @ref.name)
(field_expression argument: (identifier) @ref.name)
(return_statement (identifier) @ref.name)
