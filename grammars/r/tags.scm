(binary_operator
  lhs: [(identifier) (string (string_content))] @def.function
  operator: ["<-" "<<-" "="]
  rhs: (function_definition)) @span
(binary_operator rhs: (identifier) @def.function operator: "->" lhs: (function_definition)) @span
(argument name: (identifier) @def.method value: (function_definition)) @span
((binary_operator
  lhs: (identifier) @def.class
  operator: ["<-" "="]
  rhs: (call function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)])) @span
  (#any-of? @_make "R6Class" "setRefClass" "setClass" "new_class"))
(program (binary_operator lhs: (identifier) @def.variable operator: ["<-" "="]) @span)
((call function: (identifier) @_make arguments: (arguments . (argument value: (string (string_content) @def.class)))) @span
  (#any-of? @_make "setClass" "setRefClass"))
((call function: (identifier) @_make arguments: (arguments . (argument value: (string (string_content) @def.method)))) @span
  (#any-of? @_make "setGeneric" "setMethod" "setValidity"))

((call function: (identifier) @_load arguments: (arguments . (argument value: [
  (identifier) @ref.import
  (string (string_content) @ref.import)])))
  (#any-of? @_load "library" "require" "requireNamespace" "source" "import" "use"))

(call function: (identifier) @ref.call)
(call function: (namespace_operator rhs: (identifier) @ref.call))
(call function: (extract_operator rhs: (identifier) @ref.call))
(namespace_operator lhs: (identifier) @ref.name)
(argument value: (identifier) @ref.name)
(parameter default: (identifier) @ref.name)
(extract_operator lhs: (identifier) @ref.name)
