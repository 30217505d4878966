/** How a family of languages writes comments and strings: what the identifier lexer has to step over. */
export interface CommentStyle {
  /** Comments to the end of the line. */
  line: readonly string[];
  /** Comments with an end mark. */
  block: readonly (readonly [open: string, close: string])[];
  /** Characters that open and close a string on one line. */
  quotes: string;
  /** Characters that may stand inside a name besides letters, digits, `_` and `$`. */
  inside?: string;
}

/** Named by the first or best-known user. */
export const commentStyles = {
  c: { line: ['//'], block: [['/*', '*/']], quotes: '"\'`' },
  slashes: { line: ['//'], block: [], quotes: '"' },
  hash: { line: ['#'], block: [], quotes: '"\'' },
  php: { line: ['//', '#'], block: [['/*', '*/']], quotes: '"\'' },
  css: { line: [], block: [['/*', '*/']], quotes: '"\'' },
  html: { line: [], block: [['<!--', '-->']], quotes: '"' },
  lua: { line: ['--'], block: [['--[[', ']]']], quotes: '"\'' },
  haskell: { line: ['--'], block: [['{-', '-}']], quotes: '"' },
  ocaml: { line: [], block: [['(*', '*)']], quotes: '"' },
  fsharp: { line: ['//'], block: [['(*', '*)']], quotes: '"' },
  pascal: {
    line: ['//'],
    block: [
      ['{', '}'],
      ['(*', '*)'],
    ],
    quotes: "'",
  },
  julia: { line: ['#'], block: [['#=', '=#']], quotes: '"', inside: '!' },
  sql: { line: ['--'], block: [['/*', '*/']], quotes: "'" },
  nix: { line: ['#'], block: [['/*', '*/']], quotes: '"' },
  powershell: { line: ['#'], block: [['<#', '#>']], quotes: '"\'' },
  lisp: { line: [';'], block: [['#|', '|#']], quotes: '"', inside: '-?!*<>=/+' },
  percent: { line: ['%'], block: [], quotes: '"' },
  fortran: { line: ['!'], block: [], quotes: '"\'' },
  dashes: { line: ['--'], block: [], quotes: '"' },
  vb: { line: ["'"], block: [], quotes: '"' },
  vim: { line: ['"'], block: [], quotes: "'", inside: '#:' },
  scss: { line: ['//'], block: [['/*', '*/']], quotes: '"\'', inside: '-' },
  tcl: { line: ['#'], block: [], quotes: '"', inside: ':' },
  assembly: { line: [';', '#', '//'], block: [['/*', '*/']], quotes: '"' },
  none: { line: [], block: [], quotes: '' },
} as const satisfies Record<string, CommentStyle>;
