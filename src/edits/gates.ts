/** What is looked at before a change is accepted, beyond finding its place. */
import { isBareDots, isOmissionComment, isPossibleOmission } from './elision.ts';
import { extensionOf } from './paths.ts';
import type { HunkLine } from './types.ts';

/** Files in which dots and "the rest stays the same" are ordinary prose. */
const prose = new Set([
  '',
  'md',
  'mdx',
  'markdown',
  'rst',
  'txt',
  'adoc',
  'org',
  'tex',
  'html',
  'htm',
  'diff',
  'patch',
]);
/** Languages in which a line of three dots is a statement. */
const dotsAreCode = new Set(['py', 'pyi', 'yaml', 'yml', 'r', 'jl', 'ipynb']);
/** Languages in which indentation is syntax. */
const indentIsSyntax = new Set([
  ...[
    'py',
    'pyi',
    'yaml',
    'yml',
    'pug',
    'jade',
    'sass',
    'styl',
    'haml',
    'slim',
    'coffee',
    'nim',
    'hs',
    'fs',
    'fsx',
    'fsi',
  ],
  ...['elm', 'purs', 'rst', 'md', 'mdx', 'markdown', 'mk', 'gd'],
]);

export const isIndentSensitive = (path: string): boolean => indentIsSyntax.has(extensionOf(path));

/**
 * The first new line that stands for code instead of being code; `known` are lines the file had before. A comment that may also be a
 * heading counts only where more lines go than come.
 */
export function omissionIn(
  path: string,
  script: readonly HunkLine[],
  known: (line: string) => boolean,
): string | undefined {
  const extension = extensionOf(path);
  if (prose.has(extension)) return undefined;
  const surely = (line: string) =>
    isOmissionComment(line) || (isBareDots(line) && !dotsAreCode.has(extension));
  for (const { gone, come } of runs(script)) {
    const stands = gone > come.length ? (line: string) => surely(line) || isPossibleOmission(line) : surely;
    const found = come.find((line) => stands(line) && !known(line));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Stretches of a script without context between them. */
function runs(script: readonly HunkLine[]): { gone: number; come: string[] }[] {
  const found: { gone: number; come: string[] }[] = [];
  let open = false;
  for (const { kind, text } of script) {
    if (kind === 'context') open = false;
    else {
      if (!open) found.push({ gone: 0, come: [] });
      open = true;
      const run = found.at(-1);
      if (kind === 'delete' && run && text.trim() !== '') run.gone += 1;
      if (kind === 'add') run?.come.push(text);
    }
  }
  return found;
}

const markers = [
  /^<{7}( |$)/,
  /^>{7}( |$)/,
  /^<{5,9} ?(SEARCH|ORIGINAL)\b/,
  /^>{5,9} ?(REPLACE|UPDATED)\b/,
  /^\*\*\* (Begin|End) Patch\s*$/,
];

/** The first new line that is a conflict, patch or block marker of a kind that the file did not have. */
export function markerIn(
  added: readonly string[],
  hasBefore: (marker: RegExp) => boolean,
): string | undefined {
  for (const line of added) {
    const first = line.charCodeAt(0);
    if (first !== 60 && first !== 62 && first !== 42) continue;
    const marker = markers.find((one) => one.test(line));
    if (marker && !hasBefore(marker)) return line;
  }
  return undefined;
}

const largeFile = 200;
const smallestShare = 0.3;

/** Whether an overwrite loses most of a large file: usually a listing that was cut or abbreviated. */
export function isDisproportionate(before: number, after: number): boolean {
  return before > largeFile && after < before * smallestShare;
}

/** Whether text to be appended repeats most of the file, so that appending would double it. */
export function looksLikeRewrite(file: readonly string[], appended: readonly string[]): boolean {
  const solid = file.map((line) => line.trim()).filter((line) => line.length > 2);
  return recurs(solid, new Set(appended.map((line) => line.trim()))) || setsAnew(file, appended);
}

/** Most names that a file of settings sets (`.env`, a list of requirements) come again, with whatever values. */
function setsAnew(file: readonly string[], appended: readonly string[]): boolean {
  const lines = file.filter((line) => line.trim() !== '' && !/^\s*[#;]/.test(line));
  const names = lines.flatMap(settingOf);
  return names.length === lines.length && recurs(names, new Set(appended.flatMap(settingOf)));
}

function settingOf(line: string): string[] {
  const name = /^(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*[=:~<>]/.exec(line)?.[1];
  return name === undefined ? [] : [name];
}

function recurs(all: readonly string[], fresh: ReadonlySet<string>): boolean {
  return all.length >= 3 && all.filter((one) => fresh.has(one)).length > all.length / 2;
}

/** A backslash and an n after something that ends a statement: in one line of new text, a line end that was escaped twice. */
const escapedEnd = /(?:[;{})>:,"'\]]|\w)\\n(?:[ \t]{2,}|[\w<}#/@*-])/;
/** Languages whose commands begin with a backslash. */
const backslashCommands = new Set(['tex', 'sty', 'cls', 'bib', 'ltx', 'md', 'mdx', 'rst', 'txt']);

/** Whether new text of a tool call holds `\n` as two characters, outside quotes, in a file that has none there. */
export function hasEscapedLineEnd(path: string, newText: string, oldText: string, file: string): boolean {
  if (newText.includes('\n') || newText.length > 100_000 || backslashCommands.has(extensionOf(path)))
    return false;
  const bare = withoutQuoted(newText);
  return escapedEnd.test(bare) && !oldText.includes('\\n') && !withoutQuoted(file).includes('\\n');
}

function withoutQuoted(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`/g, '""');
}
