/**
 * Which language a file is written in, and how its tags are read: by a tree-sitter grammar with our query
 * (`grammars/<id>/tags.scm`), by line patterns (`patterns/`), or by identifiers alone.
 */
import { type CommentStyle, commentStyles } from './comments.ts';

/** The npm packages that ship prebuilt grammars which load in web-tree-sitter 0.27. */
const packages = {
  vscode: '@vscode/tree-sitter-wasm/wasm',
  repomix: '@repomix/tree-sitter-wasms/out',
  cursorless: '@cursorless/tree-sitter-wasms/out',
} as const;

export interface Grammar {
  package: keyof typeof packages;
  /** The part of `tree-sitter-<name>.wasm`. */
  name: string;
}

export interface Language {
  id: string;
  title: string;
  /** Lower case, without the dot; may hold dots (`d.ts`). The longest one that fits wins. */
  extensions: readonly string[];
  /** Whole base names, as written. */
  names?: readonly string[];
  /** Programs of a `#!` line. */
  interpreters?: readonly string[];
  grammar?: Grammar;
  /** The folder whose `tags.scm` is used, where it is not the id's own. */
  query?: string;
  /** Files that hold `<script>` blocks: the language inside them unless the tag says otherwise. */
  embeds?: 'javascript' | 'typescript';
  comments: CommentStyle;
  /** First characters of names that are no part of the word people write: `$` in Perl, a backslash in LaTeX. */
  sigils?: string;
  /** The grammar's lexer is one function so large that optimising it takes V8 half a gigabyte to three: it stays as first compiled. */
  hugeLexer?: boolean;
  /** Data and prose: their words are no references to code, and large files of the kind are no source. */
  data?: boolean;
}

type Row = Omit<Language, 'id' | 'title' | 'extensions' | 'comments' | 'grammar'>;

function language(
  id: string,
  title: string,
  extensions: string,
  comments: keyof typeof commentStyles,
  grammar?: `${keyof typeof packages}/${string}`,
  more: Row = {},
): Language {
  const [pack, name] = grammar?.split('/') ?? [];
  const loaded = pack === 'vscode' || pack === 'repomix' || pack === 'cursorless' ? pack : undefined;
  return {
    id,
    title,
    extensions: extensions === '' ? [] : extensions.split(' '),
    comments: commentStyles[comments],
    ...(loaded && name ? { grammar: { package: loaded, name } } : {}),
    ...more,
  };
}

/** Newest grammar that loads and that our query compiles against; `README.md` lists what each yields. */
export const languages: readonly Language[] = [
  language('typescript', 'TypeScript', 'ts mts cts', 'c', 'vscode/typescript'),
  language('tsx', 'TSX', 'tsx', 'c', 'vscode/tsx'),
  language('javascript', 'JavaScript', 'js jsx mjs cjs es6', 'c', 'vscode/javascript', {
    names: ['Jakefile'],
    interpreters: ['node', 'deno', 'bun'],
  }),
  language('python', 'Python', 'py pyi pyw bzl star', 'hash', 'vscode/python', {
    names: ['SConstruct', 'SConscript', 'BUILD', 'BUILD.bazel', 'WORKSPACE', 'wscript'],
    interpreters: ['python', 'python2', 'python3', 'pypy', 'pypy3'],
  }),
  language('go', 'Go', 'go', 'c', 'vscode/go'),
  language('rust', 'Rust', 'rs', 'c', 'vscode/rust'),
  language('java', 'Java', 'java', 'c', 'vscode/java'),
  language('kotlin', 'Kotlin', 'kt kts', 'c', 'cursorless/kotlin'),
  language('scala', 'Scala', 'scala sc sbt', 'c', 'cursorless/scala'),
  language('c', 'C', 'c', 'c', 'repomix/c'),
  language('cpp', 'C++', 'cc cpp cxx c++ h hh hpp hxx h++ ipp inl tpp ino cu cuh', 'c', 'vscode/cpp'),
  language('csharp', 'C#', 'cs csx', 'c', 'vscode/c-sharp'),
  language('ruby', 'Ruby', 'rb rake gemspec ru podspec rbi', 'hash', 'vscode/ruby', {
    names: ['Rakefile', 'Gemfile', 'Guardfile', 'Podfile', 'Vagrantfile', 'Fastfile', 'Brewfile', 'Capfile'],
    interpreters: ['ruby', 'jruby'],
  }),
  language('php', 'PHP', 'php phtml php3 php4 php5 phps', 'php', 'vscode/php', { interpreters: ['php'] }),
  language('swift', 'Swift', 'swift', 'c', 'cursorless/swift', { interpreters: ['swift'], hugeLexer: true }),
  language('dart', 'Dart', 'dart', 'c', 'repomix/dart', { interpreters: ['dart'] }),
  language('elixir', 'Elixir', 'ex exs', 'hash', 'cursorless/elixir', { interpreters: ['elixir'] }),
  language('haskell', 'Haskell', 'hs', 'haskell', 'cursorless/haskell', { interpreters: ['runhaskell'] }),
  language('lua', 'Lua', 'lua rockspec', 'lua', 'cursorless/lua', { interpreters: ['lua', 'luajit'] }),
  language('r', 'R', 'r', 'hash', 'cursorless/r', { names: ['.Rprofile'], interpreters: ['Rscript'] }),
  language('zig', 'Zig', 'zig', 'slashes', 'cursorless/zig'),
  language('solidity', 'Solidity', 'sol', 'c', 'repomix/solidity'),
  language('bash', 'Bash', 'sh bash zsh ksh bats', 'hash', 'vscode/bash', {
    names: ['.bashrc', '.bash_profile', '.profile', '.zshrc', 'PKGBUILD'],
    hugeLexer: true,
    interpreters: ['sh', 'bash', 'zsh', 'dash', 'ksh'],
  }),
  language('powershell', 'PowerShell', 'ps1 psm1 psd1', 'powershell', 'vscode/powershell', {
    interpreters: ['pwsh'],
    sigils: '$',
    hugeLexer: true,
  }),
  language('hcl', 'HCL (Terraform)', 'hcl tf tfvars nomad', 'php', 'cursorless/hcl'),
  language('html', 'HTML', 'html htm xhtml', 'html', 'cursorless/html', { embeds: 'javascript' }),
  language('css', 'CSS', 'css', 'css', 'vscode/css'),
  language('scss', 'SCSS', 'scss', 'scss'),
  language('clojure', 'Clojure', 'clj cljs cljc edn', 'lisp', 'cursorless/clojure'),
  language('elm', 'Elm', 'elm', 'haskell', 'cursorless/elm'),
  language('gleam', 'Gleam', 'gleam', 'slashes', 'cursorless/gleam'),
  language('nix', 'Nix', 'nix', 'nix', 'cursorless/nix'),
  language('perl', 'Perl', 'pl pm t', 'hash', 'cursorless/perl', { interpreters: ['perl'], sigils: '$@%&*' }),
  language('gdscript', 'GDScript', 'gd', 'hash', 'cursorless/gdscript'),
  language('agda', 'Agda', 'agda', 'haskell', 'cursorless/agda'),
  language('latex', 'LaTeX', 'tex sty', 'percent', 'cursorless/latex', {
    data: true,
    sigils: '\\',
    hugeLexer: true,
  }),
  language(
    'xml',
    'XML',
    'xml xsd xsl xslt svg plist csproj vbproj fsproj props targets wsdl',
    'html',
    'cursorless/xml',
    {
      data: true,
    },
  ),
  language('markdown', 'Markdown', 'md markdown mdx', 'none', 'cursorless/markdown', {
    data: true,
    hugeLexer: true,
  }),
  language('yaml', 'YAML', 'yml yaml', 'hash', 'cursorless/yaml', { data: true }),
  language('json', 'JSON', 'json jsonc json5 geojson webmanifest', 'none', 'cursorless/json', {
    data: true,
  }),
  language('properties', 'Properties', 'properties', 'hash', 'cursorless/properties', { data: true }),
  language('ini', 'INI', 'ini cfg conf', 'hash', 'vscode/ini', {
    names: ['.editorconfig', '.gitconfig', '.npmrc'],
    data: true,
  }),

  language('vue', 'Vue', 'vue', 'html', undefined, { embeds: 'javascript' }),
  language('svelte', 'Svelte', 'svelte', 'html', undefined, { embeds: 'javascript' }),
  language('astro', 'Astro', 'astro', 'html', undefined, { embeds: 'typescript' }),

  language('ocaml', 'OCaml', 'ml mli', 'ocaml'),
  language('julia', 'Julia', 'jl', 'julia', undefined, { interpreters: ['julia'] }),
  language('sql', 'SQL', 'sql psql ddl pgsql', 'sql'),
  language('objc', 'Objective-C', 'm mm', 'c'),
  language('erlang', 'Erlang', 'erl hrl', 'percent', undefined, { interpreters: ['escript'] }),
  language('toml', 'TOML', 'toml', 'hash', undefined, { data: true }),
  language('fsharp', 'F#', 'fs fsi fsx', 'fsharp'),
  language('groovy', 'Groovy', 'groovy gradle gvy', 'c', undefined, {
    names: ['Jenkinsfile'],
    interpreters: ['groovy'],
  }),
  language('commonlisp', 'Common Lisp', 'lisp lsp cl asd', 'lisp'),
  language('elisp', 'Emacs Lisp', 'el', 'lisp'),
  language('scheme', 'Scheme and Racket', 'scm ss rkt sld', 'lisp'),
  language('d', 'D', 'd', 'c'),
  language('fortran', 'Fortran', 'f90 f95 f03 f08 f for', 'fortran'),
  language('matlab', 'MATLAB', 'matlab mlx', 'percent'),
  language('pony', 'Pony', 'pony', 'c'),
  language('ql', 'CodeQL', 'ql qll', 'c'),
  language('nim', 'Nim', 'nim nims', 'hash'),
  language('crystal', 'Crystal', 'cr', 'hash'),
  language('pascal', 'Pascal', 'pas pp dpr lpr', 'pascal'),
  language('ada', 'Ada', 'adb ads', 'dashes'),
  language('vb', 'Visual Basic', 'vb bas vbs', 'vb'),
  language('tcl', 'Tcl', 'tcl', 'tcl', undefined, { interpreters: ['tclsh', 'wish'] }),
  language('vim', 'Vim script', 'vim', 'vim', undefined, { names: ['.vimrc'] }),
  language('fish', 'Fish', 'fish', 'hash', undefined, { interpreters: ['fish'] }),
  language('awk', 'AWK', 'awk', 'hash', undefined, { interpreters: ['awk', 'gawk'] }),
  language('protobuf', 'Protocol Buffers', 'proto', 'c'),
  language('graphql', 'GraphQL', 'graphql gql graphqls', 'hash'),
  language('thrift', 'Thrift', 'thrift', 'php'),
  language('verilog', 'Verilog', 'v sv svh vh', 'c'),
  language('vhdl', 'VHDL', 'vhd vhdl', 'dashes'),
  language('assembly', 'Assembly', 's asm', 'assembly'),
  language('make', 'Make', 'mk mak', 'hash', undefined, { names: ['Makefile', 'makefile', 'GNUmakefile'] }),
  language('cmake', 'CMake', 'cmake', 'hash', undefined, { names: ['CMakeLists.txt'] }),
  language('dockerfile', 'Dockerfile', 'dockerfile', 'hash', undefined, {
    names: ['Dockerfile', 'Containerfile'],
  }),
  language('less', 'Less', 'less', 'scss'),
  language('sass', 'Sass', 'sass', 'scss'),
  language('coffeescript', 'CoffeeScript', 'coffee litcoffee', 'hash'),
  language('text', 'Text', 'txt rst adoc org', 'none', undefined, {
    names: ['README', 'LICENSE', 'CHANGELOG'],
    data: true,
  }),
];

const byId = new Map(languages.map((entry) => [entry.id, entry]));
const byName = new Map(
  languages.flatMap((entry) => (entry.names ?? []).map((name) => [name, entry] as const)),
);
const byExtension = new Map(
  languages.flatMap((entry) => entry.extensions.map((extension) => [extension, entry] as const)),
);
const byInterpreter = new Map(
  languages.flatMap((entry) => (entry.interpreters ?? []).map((program) => [program, entry] as const)),
);

/** The table row of an id, or undefined. */
export function languageById(id: string): Language | undefined {
  return byId.get(id);
}

/** The language that a path's name tells; undefined when the name says nothing. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const exact = byName.get(name);
  if (exact) return exact;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const found = byExtension.get(name.slice(dot + 1).toLowerCase());
    if (found) return found;
  }
  return name.startsWith('Dockerfile.') ? byId.get('dockerfile') : undefined;
}

/** The language of a script without an extension, from its `#!` line; undefined when there is none. */
export function languageOfShebang(firstLine: string): Language | undefined {
  if (!firstLine.startsWith('#!')) return undefined;
  const words = firstLine.slice(2, 200).trim().split(/\s+/);
  const viaEnv = /(?:^|\/)env$/.test(words[0] ?? '');
  const program = viaEnv ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  const base = program?.slice(program.lastIndexOf('/') + 1).replace(/[\d.]+$/, '');
  return base === undefined ? undefined : byInterpreter.get(base);
}

/** Module path of a grammar's wasm file. */
export function grammarModule(grammar: Grammar): string {
  return `${packages[grammar.package]}/tree-sitter-${grammar.name}.wasm`;
}
