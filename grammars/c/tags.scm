(preproc_def name: (identifier) @def.macro) @span
(preproc_function_def name: (identifier) @def.macro) @span
(struct_specifier name: (type_identifier) @def.class body: (_)) @span
(union_specifier name: (type_identifier) @def.class body: (_)) @span
(enum_specifier name: (type_identifier) @def.enum body: (_)) @span
(enumerator name: (identifier) @def.member)
(type_definition declarator: (type_identifier) @def.type) @span
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @def.type)) @span
(type_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @def.type)))) @span

; A function, returning a value or a pointer; a prototype counts, since a header has nothing else
(function_definition declarator: (function_declarator declarator: (identifier) @def.function)) @span
(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @def.function))) @span
(function_declarator declarator: (identifier) @def.function)

(field_declaration declarator: (field_identifier) @def.field)
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @def.field))
(field_declaration declarator: (array_declarator declarator: (field_identifier) @def.field))
(field_declaration declarator: (pointer_declarator declarator: [
  (pointer_declarator declarator: (field_identifier) @def.field)
  (array_declarator declarator: (field_identifier) @def.field)
]))
(field_declaration
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @def.field))))
(translation_unit (declaration declarator: (identifier) @def.variable) @span)
(translation_unit (declaration declarator: (array_declarator declarator: (identifier) @def.variable)) @span)
(translation_unit (declaration declarator: (pointer_declarator declarator: (identifier) @def.variable)) @span)
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @def.variable)) @span)
(translation_unit
  (declaration
    declarator: (init_declarator
      declarator: [
        (array_declarator declarator: (identifier) @def.variable)
        (pointer_declarator declarator: (identifier) @def.variable)
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @def.variable))
      ])) @span)

(preproc_include path: [(system_lib_string) (string_literal)] @ref.import)
(call_expression function: (identifier) @ref.call)
(call_expression function: (field_expression field: (field_identifier) @ref.call))
(type_identifier) @ref.type
(argument_list (identifier) @ref.name)
(binary_expression (identifier) @ref.name)
(unary_expression argument: (identifier) @ref.name)
(pointer_expression argument: (identifier) @ref.name)
(return_statement (identifier) @ref.name)
(array_declarator size: (identifier) @ref.name)
(initializer_list (identifier) @ref.name)
(initializer_pair value: (identifier) @ref.name)
(case_statement value: (identifier) @ref.name)
