/** Which line above a block, or which word of it, names the file. */
import type { ParseContext } from '../types.ts';
import { readFence } from './fences.ts';
import {
  isKnown,
  isNewFileInKnownFolder,
  looksLikePath,
  looksLikePathInProse,
  normalisePath,
} from './paths.ts';
import { startsWithCommand } from './shell.ts';

/** What models put around a name, from outside to inside. Each pattern is anchored and free of nested repetition. */
const LEADING =
  /^(?:[-+*>]\s+|\d{1,3}[.)]\s+|#+\s*|\/\/+\s*|\/\*+\s*|<!--\s*|--\s+|;+\s+|%+\s+|(?:file ?name|file ?path|filepath|new file|path|file|create|update|updated|modify|modified|edit|editing|in|for)(?:\s*:\s*|\s+(?=[`*"'])))/i;
const TRAILING =
  /(?:\s*\*\/|\s*-->|\s*[:,]|\s+\((?:new|new file|modified|updated|edited|existing|created|deleted|unchanged|continued)\)|\s+[-–—]\s+(?:new|new file|modified|updated|existing))$/i;
const PAIRS: readonly (readonly [string, string])[] = [
  ['***', '***'],
  ['**', '**'],
  ['*', '*'],
  ['`', '`'],
  ['"', '"'],
  ["'", "'"],
  ['[', ']'],
  ['<', '>'],
];
/** Layers of decoration seen on real names: list mark, bold, back quotes, colon. A few more never end in a name. */
const MOST_LAYERS = 8;
/** A line longer than this is prose. */
const LONGEST_LINE = 400;

/** A line without list marks, headings, comment signs, labels, quotes and bold; unchanged when it has none. */
function stripDecoration(line: string): string {
  let text = line.trim();
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const before = text;
    text = stripPair(text.replace(TRAILING, '').replace(LEADING, '').trim());
    if (text === before) break;
  }
  return text;
}

function stripPair(text: string): string {
  for (const [open, close] of PAIRS) {
    if (text.length > open.length + close.length && text.startsWith(open) && text.endsWith(close)) {
      return text.slice(open.length, -close.length).trim();
    }
  }
  const link = /^\[([^\]]{1,250})\]\([^)\s]{1,250}\)$/.exec(text);
  if (link?.[1] !== undefined) return link[1];
  // One-sided leftovers: "`a.py` (new):" has lost its tail already, "**a.py" its other half.
  return text.replace(/^[`*]{1,3}(?=[^`*]+$)/, '').replace(/(?<=^[^`*]{1,250})[`*]{1,3}$/, '');
}

const ADDRESS = /^[`*"'[<]*([A-Za-z][\w+.-]+:\/\/[^\s`*"'\])>]+)[`*"'\])>]*:?$/;

/**
 * `//host/share/a.py`: a file on another machine, unless all behind the slashes is a file here, or would be one in a folder that is
 * here; then they are the sign of a comment.
 */
const ELSEWHERE = /^[`*"'[<]*(\/\/+([\w@.-]+\/[^\s`*"'\])>]+?))[`*"'\])>]*:?$/;

function pathElsewhere(line: string, context: ParseContext): string | undefined {
  const [, whole, here = ''] = ELSEWHERE.exec(line) ?? [];
  return isKnown(here, context) || isNewFileInKnownFolder(here, context) ? undefined : whole;
}

/** The path that a whole line is, decorated or not; undefined for sentences, commands and code. */
export function pathOfLine(line: string, context: ParseContext): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const raw = line.trim();
  if (raw === '' || readFence(raw)) return undefined;
  if (isKnown(raw, context)) return raw;
  const address = ADDRESS.exec(raw)?.[1] ?? pathElsewhere(raw, context);
  // Without its scheme or host it could be a file of the repository; as it is the planner refuses it.
  if (address !== undefined) return address;
  const bare = stripDecoration(raw);
  const path = normalisePath(bare, context);
  if (isKnown(path, context)) return path;
  const inner = knownInside(bare, context);
  if (inner !== undefined) return inner;
  if (looksLikePath(bare)) return path;
  if (!bare.includes(' ')) return undefined;
  return pathWithBlanks(raw, bare, path) || isNewFileInKnownFolder(path, context) ? path : undefined;
}

/** "__a.py__" in bold, "a.py:10-20" with the lines that were meant: names only because such a file exists. */
function knownInside(text: string, context: ParseContext): string | undefined {
  const name =
    /^__(.{1,250})__$/.exec(text)?.[1] ??
    /^([^\s:]{1,250})(?::\d{1,9}(?:[-–]\d{1,9})?|\s\(lines? \d{1,9}(?:\s?[-–]\s?\d{1,9})?\))$/i.exec(
      text,
    )?.[1];
  const path = name === undefined ? undefined : normalisePath(name, context);
  return path !== undefined && isKnown(path, context) ? path : undefined;
}

/** "### Updated coeffs.py": one word that says what happens to the file, then its name. Weaker than a name alone. */
export function labelledPath(line: string, context: ParseContext): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const [label = '', name, more] = stripDecoration(line).split(/\s+/);
  if (name === undefined || more !== undefined || !LABELS.has(label.toLowerCase())) return undefined;
  const bare = stripDecoration(name);
  return looksLikePathInProse(bare) ? normalisePath(bare, context) : undefined;
}

const LABELS = new Set(
  'new updated update modified changed edited create created file complete full final'.split(' '),
);

/** "docs/My Notes.md" is taken for a new file only when it is set off as a name, never as a bare sentence. */
function pathWithBlanks(raw: string, bare: string, path: string): boolean {
  if (bare === raw || startsWithCommand(bare)) return false;
  if (!/[`*"]/.test(raw) && !/^(?:file ?name|file|path)\s*:/i.test(raw)) return false;
  return bare.split(' ').length <= 6 && looksLikePathInProse(path.replaceAll(' ', '-')) && path.includes('/');
}

/** The path in a fence's info: `python f.py`, `python:src/a.py`, `f.py`, `{.py title="f.py"}`. */
export function pathOfFenceInfo(info: string, context: ParseContext): string | undefined {
  if (info === '' || info.length > LONGEST_LINE) return undefined;
  const whole = normalisePath(info, context);
  if (isKnown(whole, context)) return whole;
  for (const word of info.split(/[\s,{}"'=]+/)) {
    const path = pathOfInfoWord(word, context);
    if (path !== undefined) return path;
  }
  return undefined;
}

function pathOfInfoWord(word: string, context: ParseContext): string | undefined {
  const colon = word.indexOf(':');
  const drive = /^[A-Za-z]:[\\/]/.test(word);
  for (const text of drive || colon < 0 ? [word] : [word.slice(colon + 1), word.slice(0, colon)]) {
    const path = normalisePath(text, context);
    if (
      text !== '' &&
      (isKnown(path, context) || (looksLikePath(text) && /[./\\]/.test(text) && !text.startsWith('.')))
    ) {
      return path;
    }
  }
  return undefined;
}

/** Distinct paths that a sentence names, in order: back-quoted, bold or bare words with a file's ending. */
export function pathsInProse(line: string, context: ParseContext): string[] {
  if (line.length > 4 * LONGEST_LINE) return [];
  const found = new Set<string>();
  for (const word of line.split(/[\s`*"'()[\],;<>]+/)) {
    const text = word.replace(/[.:!?]+$/, '');
    if (text === '') continue;
    const path = normalisePath(text, context);
    if (looksLikePathInProse(text) || (/[./\\]/.test(text) && isKnown(path, context))) found.add(path);
  }
  return [...found];
}
