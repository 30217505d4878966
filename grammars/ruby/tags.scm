(module name: [(constant) @def.module (scope_resolution name: (constant) @def.module)]) @span
(class name: [(constant) @def.class (scope_resolution name: (constant) @def.class)]) @span
(method name: (_) @def.method) @span
(singleton_method name: (_) @def.method) @span
((assignment left: (constant) @def.class right: (call receiver: (constant) @_maker method: (identifier) @_new)) @span
  (#any-of? @_maker "Struct" "Class" "Module" "Data")
  (#any-of? @_new "new" "define"))
(assignment left: (constant) @def.constant) @span
((call method: (identifier) @_macro arguments: (argument_list (simple_symbol) @def.field))
  (#any-of? @_macro "attr_reader" "attr_writer" "attr_accessor" "has_many" "has_one" "belongs_to"
    "has_and_belongs_to_many" "delegate"))
((call method: (identifier) @_macro arguments: (argument_list . (simple_symbol) @def.method)) @span
  (#any-of? @_macro "define_method" "alias_method" "scope" "task" "let" "let!" "subject" "factory"))
(alias name: (_) @def.method)

((call method: (identifier) @_require arguments: (argument_list . (string (string_content) @ref.import)))
  (#any-of? @_require "require" "require_relative" "load" "autoload"))

(superclass [(constant) @ref.extends (scope_resolution name: (constant) @ref.extends)])
((call method: (identifier) @_mix arguments: (argument_list [
  (constant) @ref.extends
  (scope_resolution name: (constant) @ref.extends)]))
  (#any-of? @_mix "include" "extend" "prepend"))
((call receiver: [(constant) @ref.new (scope_resolution name: (constant) @ref.new)] method: (identifier) @_new)
  (#eq? @_new "new"))
(call method: [(identifier) (constant)] @ref.call)
(block_argument (simple_symbol) @ref.name)
(constant) @ref.type
(argument_list (identifier) @ref.name)
(call receiver: (identifier) @ref.name)
