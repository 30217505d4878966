(function_definition name: (word) @def.function) @span
(program (variable_assignment name: (variable_name) @def.variable) @span)
(program (declaration_command (variable_assignment name: (variable_name) @def.variable) @span))
((command name: (command_name (word) @_alias) argument: (concatenation . (word) @def.function))
  (#eq? @_alias "alias"))

((command name: (command_name (word) @_source) . argument: [
  (word) @ref.import
  (raw_string) @ref.import
  (string (string_content) @ref.import .)
  (concatenation (word) @ref.import .)])
  (#any-of? @_source "source" "."))

((command name: (command_name (word) @ref.call))
  (#not-any-of? @ref.call "source" "." "set" "echo" "printf" "cd" "exit" "return" "test" "true" "false" "shift" "eval"
    "exec" "local" "export" "alias" "trap" "read" "wait" "cat" "grep" "sed" "awk" "rm" "mkdir" "cp" "mv" "ls" "sudo"))
((command name: (command_name (word) @_trap) . argument: (word) @ref.name) (#eq? @_trap "trap"))
(simple_expansion (variable_name) @ref.name)
(expansion (variable_name) @ref.name)
(subscript name: (variable_name) @ref.name)
