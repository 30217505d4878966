((call target: (identifier) @_def (arguments . (alias) @def.module)) @span
  (#any-of? @_def "defmodule" "defprotocol"))
((call target: (identifier) @_def (arguments . (alias) @ref.extends)) (#eq? @_def "defimpl"))
((call target: (identifier) @_def
  (arguments . [
    (call target: (identifier) @def.function)
    (identifier) @def.function
    (binary_operator left: [(call target: (identifier) @def.function) (identifier) @def.function] operator: "when")
  ])) @span
  (#any-of? @_def "def" "defp" "defdelegate"))
((call target: (identifier) @_def
  (arguments . [
    (call target: (identifier) @def.macro)
    (identifier) @def.macro
    (binary_operator left: (call target: (identifier) @def.macro) operator: "when")
  ])) @span
  (#any-of? @_def "defmacro" "defmacrop" "defguard" "defguardp"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments (binary_operator
  left: [(identifier) @def.type (call target: (identifier) @def.type)] operator: "::")))) @span
  (#any-of? @_attribute "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments (binary_operator
  left: (call target: (identifier) @def.method) operator: "::")))) @span
  (#any-of? @_attribute "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments (binary_operator
  left: (call target: (identifier) @ref.name) operator: "::"))))
  (#eq? @_attribute "spec"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments (alias) @ref.extends)))
  (#any-of? @_attribute "behaviour" "impl"))
((unary_operator operator: "@" operand: (call target: (identifier) @def.constant (arguments [
  (integer) (float) (string) (atom) (list) (map) (tuple) (sigil) (boolean) (binary_operator)]))) @span
  (#not-any-of? @def.constant "moduledoc" "doc" "typedoc" "spec" "type" "typep" "opaque" "callback" "impl" "behaviour"))

((call target: (identifier) @_import (arguments . (alias) @ref.import))
  (#any-of? @_import "import" "alias" "use" "require"))
((call target: (identifier) @_import (arguments . (dot right: (tuple (alias) @ref.name))))
  (#any-of? @_import "import" "alias" "use" "require"))

(call target: (dot right: (identifier) @ref.call) (arguments))
((call target: (identifier) @ref.call)
  (#not-any-of? @ref.call "def" "defp" "defmacro" "defmacrop" "defmodule" "defprotocol" "defimpl" "defguard"
    "defguardp" "defdelegate" "alias" "import" "use" "require" "moduledoc" "doc" "typedoc" "spec" "type" "typep"
    "opaque" "callback" "behaviour" "impl" "quote" "unquote" "if" "unless" "case" "cond" "with" "for" "fn"))
(alias) @ref.type
(unary_operator operator: "@" operand: (identifier) @ref.name)
