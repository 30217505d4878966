import { def, imports, type PatternTable } from './types.ts';

/** OCaml, F#, Julia, Erlang. */
export const functional: PatternTable = {
  ocaml: [
    imports(/^\s*(?:open!?|include)\s+(?<name>[A-Z][\w.']*)/),
    def('module', /^\s*module\s+(?:type\s+|rec\s+)?(?<name>[A-Z][\w']*)/),
    def(
      'class',
      /^\s*(?:class|and)\s+(?:type\s+|virtual\s+)*(?:\[[^\]]*\]\s*)?(?<name>[a-z_][\w']*)\s.*\bobject\b/,
    ),
    def('method', /^\s*method\s+(?:private\s+|virtual\s+|!\s*)*(?<name>[a-z_][\w']*)/),
    def('event', /^\s*exception\s+(?<name>[A-Z][\w']*)/),
    def('function', /^\s*(?:val|external)\s+(?<name>[a-z_][\w']*)\s*:/),
    def(
      'type',
      /^\s*(?:type|and)\s+(?:nonrec\s+)?(?:\([^)]*\)\s*|[+-]?'\w+\s+)?(?<name>[a-z_][\w']*)\s*(?:=|:=|\+=|$)/,
    ),
    def(
      'function',
      /^(?:let|and)\s+(?:rec\s+|inline\s+)?(?:\(\s*)?(?<name>[a-z_][\w']*|[!$%&*+./<=>?@^|~-]+)/,
    ),
    def('function', /^ {2}let\s+(?:rec\s+)?(?<name>[a-z_][\w']*)\s+[^=]*=\s*(?:function\b.*|fun\b.*)?$/),
    def('member', /^\s*\|\s*(?<name>[A-Z][\w']*)(?:\s+of\b.*)?\s*$/),
  ],
  fsharp: [
    imports(/^\s*open\s+(?<name>[\w.]+)/),
    def('module', /^\s*(?:namespace|module)\s+(?:rec\s+|private\s+|internal\s+|public\s+)*(?<name>[\w.]+)/),
    def('type', /^\s*(?:type|and)\s+(?:private\s+|internal\s+|public\s+)*(?<name>[A-Z]\w*)/),
    def('event', /^\s*exception\s+(?<name>[A-Z]\w*)/),
    def(
      'method',
      /^\s*(?:static\s+)?(?:member|override|abstract|default)\s+(?:inline\s+|private\s+|val\s+)*(?:\w+\.)?(?<name>\w+)/,
    ),
    def(
      'function',
      /^ {0,4}let\s+(?:rec\s+|inline\s+|private\s+|mutable\s+)*(?<name>[a-zA-Z_]\w*|\([^)]+\))/,
    ),
    def('member', /^\s*\|\s*(?<name>[A-Z]\w*)(?:\s+of\b.*)?\s*$/),
  ],
  julia: [
    imports(/^\s*(?:using|import)\s+(?<name>[\w.]+)/),
    imports(/^\s*include\(\s*"(?<name>[^"]+)"/),
    def('module', /^\s*(?:bare)?module\s+(?<name>\w+)/),
    def('class', /^\s*(?:@\w+\s+)*(?:mutable\s+)?struct\s+(?<name>\w+)/),
    def('type', /^\s*(?:abstract|primitive)\s+type\s+(?<name>\w+)/),
    def('macro', /^\s*macro\s+(?<name>\w+)/),
    def('function', /^\s*(?:@\w+\s+)*function\s+(?:\w+\.)*(?<name>[\w!]+)/),
    def(
      'function',
      /^(?:@\w+\s+)*(?:\w+\.)*(?<name>[A-Za-z_][\w!]*)\([^=]*\)(?:::[\w{}., ]+)?(?:\s+where\b[^=]*)?\s*=(?!=)/,
    ),
    def('constant', /^\s*const\s+(?<name>\w+)/),
  ],
  erlang: [
    imports(/^-(?:include|include_lib)\(\s*"(?<name>[^"]+)"/),
    imports(/^-import\(\s*(?<name>[a-z]\w*)/),
    def('module', /^-module\(\s*(?<name>[a-z]\w*)/),
    def('class', /^-record\(\s*(?<name>[a-z]\w*)/),
    def('macro', /^-define\(\s*(?<name>\w+)/),
    def('type', /^-(?:type|opaque)\s+(?<name>[a-z]\w*)/),
    def('method', /^-callback\s+(?<name>[a-z]\w*)/),
    def('function', /^(?<name>[a-z]\w*|'[^']+')\s*\([^%]*(?:->|when\b|$)/),
  ],
};
