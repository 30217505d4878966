(source (list_lit . (sym_lit name: (sym_name) @_ns) . (sym_lit name: (sym_name) @def.module)) @_form
  (#eq? @_ns "ns"))
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit name: (sym_name) @def.function)) @span
  (#any-of? @_def "defn" "defn-" "defmulti" "defmethod" "deftest" "defmacro-" "definline"))
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit name: (sym_name) @def.macro)) @span
  (#eq? @_def "defmacro"))
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit name: (sym_name) @def.constant)) @span
  (#any-of? @_def "def" "defonce" "s/def"))
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit name: (sym_name) @def.class)) @span
  (#any-of? @_def "defrecord" "deftype" "defstruct"))
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit name: (sym_name) @def.interface)) @span
  (#any-of? @_def "defprotocol" "definterface"))
((list_lit . (sym_lit name: (sym_name) @_def) (list_lit . (sym_lit name: (sym_name) @def.method)) @span)
  (#any-of? @_def "defprotocol" "defrecord" "deftype" "extend-type" "extend-protocol" "reify"))

((list_lit . (kwd_lit name: (kwd_name) @_require) (vec_lit . (sym_lit name: (sym_name) @ref.import)))
  (#any-of? @_require "require" "use" "require-macros"))
((list_lit . (kwd_lit name: (kwd_name) @_require) (sym_lit name: (sym_name) @ref.import))
  (#any-of? @_require "require" "use" "import"))
((list_lit . (kwd_lit name: (kwd_name) @_require) (list_lit . (sym_lit name: (sym_name) @ref.import)))
  (#eq? @_require "import"))

((list_lit . (sym_lit name: (sym_name) @ref.call))
  (#not-any-of? @ref.call "ns" "def" "defn" "defn-" "defonce" "defmacro" "defmulti" "defmethod" "defrecord" "deftype"
    "defprotocol" "if" "let" "do" "fn" "when" "cond" "->" "->>" "loop" "recur" "for" "doseq" "try" "catch" "throw" "&"))
((sym_lit name: (sym_name) @ref.name)
  (#not-any-of? @ref.name "ns" "def" "defn" "defn-" "defonce" "defmacro" "defmulti" "defmethod" "defrecord" "deftype"
    "defprotocol" "if" "let" "do" "fn" "when" "cond" "->" "->>" "loop" "recur" "for" "doseq" "try" "catch" "throw" "&"))
