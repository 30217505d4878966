/**
 * What counts as a file name in a reply. A line is a name because the repository has it or because it is shaped like
 * one; "Then you can run it with" is neither (that very sentence has been committed as a file by another tool).
 */
import type { RepoPath } from '../../lib/types.ts';
import { isForeign } from '../paths.ts';
import type { ParseContext } from '../types.ts';

/** Longer than any path that a person keeps in a repository. */
const LONGEST = 250;

/** Files without an extension that models do edit. */
const BARE_NAMES = new Set(
  (
    'Makefile Dockerfile Containerfile Procfile LICENSE LICENCE README CHANGELOG NOTICE AUTHORS CONTRIBUTORS CODEOWNERS ' +
    'Gemfile Rakefile Vagrantfile Brewfile Jenkinsfile Justfile justfile Pipfile Podfile Fastfile Guardfile Earthfile Tiltfile ' +
    'Caddyfile Snakefile Appfile Matchfile Berksfile Capfile Thorfile SConstruct SConscript Kconfig PKGBUILD OWNERS ' +
    'MAINTAINERS SECURITY ROADMAP CNAME MANIFEST _redirects _headers BUCK BUILD WORKSPACE VERSION COPYING TODO gradlew mvnw makefile GNUmakefile'
  ).split(' '),
);

/** Extensions that make a bare word in prose a file name: `utils.py` is one, `self.name` is not. */
const EXTENSIONS = new Set(
  (
    'py pyi ipynb js jsx mjs cjs ts tsx mts cts vue svelte astro html htm css scss sass less json jsonc json5 yaml yml toml ini ' +
    'cfg conf env md mdx rst txt adoc tex c h cc cpp cxx hpp hh hxx m mm cs fs vb java kt kts scala groovy gradle go rs rb erb ' +
    'php phtml pl pm lua r jl swift dart ex exs erl hrl hs ml mli clj cljs cljc el lisp scm sh bash zsh fish ps1 psm1 bat cmd sql ' +
    'graphql gql proto tf tfvars hcl nix xml xsd svg csv tsv lock properties cmake mk dockerfile tpl j2 jinja hbs ejs pug ' +
    'patch diff log zig nim sol v sv vhd vhdl asm s f90 f95 pas d rkt cabal csproj sln fsproj gemspec podspec plist strings'
  ).split(' '),
);

/** Whether the text is shaped like one path: no blanks, no code punctuation, and a slash, an extension or a known name. */
export function looksLikePath(text: string): boolean {
  if (text.length === 0 || text.length > LONGEST) return false;
  if (/[\s`"'*?<>|;={},!\u0000-\u001f]/.test(text)) return false;
  if (text.includes('://') || text.includes('()') || /[./\\:)]$/.test(dropRouteGroup(text))) return false;
  if (text.includes(':') && !/^[A-Za-z]:[\\/]/.test(text)) return false;
  return hasPathShape(text);
}

/** `app/(shop)` may end a path in some frameworks; a call `run(x)` may not. */
function dropRouteGroup(text: string): string {
  return /[\\/]\([\w.-]+\)$/.test(text) ? text.slice(0, -1) : text;
}

function hasPathShape(text: string): boolean {
  const base = baseName(text);
  if (BARE_NAMES.has(base) || /^(?:LICENSE|LICENCE|README)-[\w.-]+$/.test(base)) return true;
  if (/^\.[A-Za-z][\w.-]*$/.test(base)) return true;
  const extension = extensionOf(base);
  if (extension !== '' && /[A-Za-z]/.test(extension) && /^[\w+-]{1,16}$/.test(extension)) return true;
  return /[\\/]/.test(text) && /[A-Za-z]/.test(base);
}

/** A path that can be told from code even in the middle of a sentence. */
export function looksLikePathInProse(text: string): boolean {
  if (!looksLikePath(text)) return false;
  const base = baseName(text);
  return BARE_NAMES.has(base) || EXTENSIONS.has(extensionOf(base).toLowerCase());
}

/** A new name with blanks in it is believed when its folder exists: "docs/My Notes.md", never "Then run src/app.js". */
export function isNewFileInKnownFolder(path: string, context: ParseContext): boolean {
  const slash = path.lastIndexOf('/');
  if (slash <= 0 || !staysInside(path) || !looksLikePathInProse(path.replaceAll(' ', '_'))) return false;
  return context.tree.read(path.slice(0, slash))?.type === 'directory';
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function extensionOf(path: string): string {
  const base = baseName(path);
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? '' : base.slice(dot + 1);
}

/** Whether fences and underlined headings may be content of this file. */
export function isProseFile(path: string): boolean {
  return /^(md|mdx|markdown|rst|txt|adoc|org)$/i.test(extensionOf(path));
}

/** What the repository knows of a path. Reads only paths that stay inside, so a hostile name is never looked up. */
export function isKnown(path: string, context: ParseContext): boolean {
  if (context.shown.includes(path)) return true;
  if (!staysInside(path)) return false;
  return context.tree.read(path)?.type === 'file';
}

/** Whether a path can be looked up at all: relative, without `..`, not in `.git`. The verdict on edits is the planner's. */
export function staysInside(path: string): boolean {
  if (path.length === 0 || path.length > LONGEST || path.startsWith('/') || /[\u0000-\u001f\\:]/.test(path))
    return false;
  return !path.split('/').some((part) => part === '..' || part === '.' || part === '' || part === '.git');
}

/**
 * A name as written, in the repository's spelling: backslashes become slashes, `./` goes, Markdown's `\_` becomes `_`.
 * Absolute paths and `..` are kept: whether they may be edited is decided later, with a message.
 */
export function normalisePath(name: string, context: ParseContext): RepoPath {
  let path = name.trim();
  // Collapsing its slashes would hide that it leaves the repository.
  if (isForeign(path) && !isKnown(path.replace(/\/{2,}/g, '/'), context)) return path;
  if (path.includes('\\')) path = withoutBackslashes(path, context);
  path = path.replace(/\/{2,}/g, '/');
  while (path.startsWith('./')) path = path.slice(2);
  return path;
}

/** Whether the file would stand in a folder that exists: then the sign before it is a separator. */
function isFolder(path: string, context: ParseContext): boolean {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return staysInside(folder) && context.tree.read(folder)?.type === 'directory';
}

function withoutBackslashes(path: string, context: ParseContext): string {
  const slashed = path.replaceAll('\\', '/');
  const unescaped = path.replace(/\\([_*[\]()#.~-])/g, '$1');
  if (unescaped === path || isKnown(slashed, context)) return slashed;
  // "src/a\_b.py" mixes both signs, or the repository has the unescaped name: an escape, not a folder.
  if (isKnown(unescaped, context)) return unescaped;
  return unescaped.includes('\\') || isFolder(slashed, context) ? slashed : unescaped;
}
