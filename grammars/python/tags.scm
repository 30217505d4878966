; Classes, functions, and what a module or class body assigns
(class_definition name: (identifier) @def.class) @span
(class_definition body: (block (function_definition name: (identifier) @def.method) @span))
(class_definition
  body: (block (decorated_definition definition: (function_definition name: (identifier) @def.method) @span)))
(function_definition name: (identifier) @def.function) @span
(type_alias_statement left: (type [(identifier) @def.type (generic_type (identifier) @def.type)])) @span
(module (expression_statement (assignment left: (identifier) @def.function right: (lambda)) @span))
(module (expression_statement (assignment left: (identifier) @def.constant) @span))
(module (expression_statement (assignment left: (pattern_list (identifier) @def.constant))))
(class_definition body: (block (expression_statement (assignment left: (identifier) @def.field) @span)))

; Modules
(import_statement name: (dotted_name) @ref.import)
(import_statement name: (aliased_import name: (dotted_name) @ref.import))
(import_from_statement module_name: [(dotted_name) (relative_import)] @ref.import)
(import_from_statement name: (dotted_name (identifier) @ref.name))
(import_from_statement name: (aliased_import name: (dotted_name (identifier) @ref.name)))

; Uses
(class_definition superclasses: (argument_list (identifier) @ref.extends))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @ref.extends)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @ref.extends)))
(call function: (identifier) @ref.call)
(call function: (attribute attribute: (identifier) @ref.call))
(decorator [(identifier) @ref.call (attribute attribute: (identifier) @ref.call)])
(type (identifier) @ref.type)
(type (subscript value: (identifier) @ref.type subscript: (identifier) @ref.type))
(generic_type (identifier) @ref.type)
(type (binary_operator [(identifier) @ref.type]))
(type (attribute attribute: (identifier) @ref.type))
(except_clause value: [(identifier) @ref.type (as_pattern (identifier) @ref.type)])
(raise_statement (identifier) @ref.name)
(attribute object: (identifier) @ref.name)
(argument_list (identifier) @ref.name)
(keyword_argument value: (identifier) @ref.name)
(subscript value: (identifier) @ref.name)
