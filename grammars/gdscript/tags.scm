(class_name_statement (name) @def.class)
(class_definition name: (name) @def.class) @span
(class_definition body: (body (function_definition name: (name) @def.method) @span))
(function_definition name: (name) @def.function) @span
(enum_definition name: (name) @def.enum) @span
(enumerator left: (identifier) @def.member)
(signal_statement (name) @def.event)
(source (const_statement name: (name) @def.constant) @span)
(source (variable_statement name: (name) @def.variable) @span)
(class_definition body: (body (variable_statement name: (name) @def.field) @span))

((call (identifier) @_load (arguments . (string) @ref.import)) (#any-of? @_load "preload" "load"))
(extends_statement (string) @ref.import)

(extends_statement (type (identifier) @ref.extends))
(call . (identifier) @ref.call)
(attribute_call . (identifier) @ref.call)
(type (identifier) @ref.type)
(type (subscript (identifier) @ref.type))
(attribute . (identifier) @ref.name)
(arguments (identifier) @ref.name)
