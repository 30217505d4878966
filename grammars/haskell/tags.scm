(header module: (module) @def.module)
(type_synomym name: (name) @def.type) @span
(newtype name: (name) @def.class) @span
(data_type name: (name) @def.class) @span
(class name: (name) @def.interface) @span
(type_family name: (name) @def.type) @span
(data_constructor constructor: (prefix name: (constructor) @def.member))
(data_constructor constructor: (record name: (constructor) @def.member))
(newtype_constructor name: (constructor) @def.member)
(gadt_constructor name: (constructor) @def.member)
(field name: (field_name (variable) @def.field))
(class_declarations declaration: (signature name: (variable) @def.method) @span)
(instance_declarations declaration: (function name: (variable) @ref.name))
(class_declarations declaration: (function name: (variable) @ref.name))
(declarations (signature name: (variable) @def.function))
(declarations (signature name: (prefix_id (operator) @def.function)))
(declarations (function name: (variable) @def.function) @span)
(declarations (bind name: (variable) @def.function) @span)

(import module: (module) @ref.import)
(import_name variable: (variable) @ref.name)
(import_name type: (name) @ref.name)

(instance name: (name) @ref.extends)
(deriving classes: [(name) @ref.extends (tuple (name) @ref.extends)])
(apply function: [(variable) @ref.call (qualified id: (variable) @ref.call) (constructor) @ref.new])
(infix operator: [(operator) @ref.call (infix_id (variable) @ref.call)])
(apply argument: [(variable) @ref.name (constructor) @ref.name])
(match expression: [(variable) @ref.name (constructor) @ref.name])
(infix [left_operand: (variable) @ref.name right_operand: (variable) @ref.name])
(name) @ref.type
