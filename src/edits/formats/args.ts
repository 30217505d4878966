/**
 * The argument layer in front of every tool call: models rename, stringify, wrap and decorate arguments. Each repair is
 * lossless and noted; what could mean two things is an error that says so, never a pick.
 */
import { z } from 'zod';
import { isRecord, unwrap } from './json.ts';

export type Args = Record<string, unknown>;

/** Names for one argument, compared without case, dashes and underscores: `filePath`, `file_path` and `FilePath` are one. */
const ALIASES = {
  path: [
    'path',
    'filepath',
    'file',
    'filename',
    'targetfile',
    'absolutepath',
    'relativepath',
    'relativeworkspacepath',
  ],
  oldText: ['oldtext', 'oldstr', 'oldstring', 'search', 'find', 'original', 'old'],
  newText: ['newtext', 'newstr', 'newstring', 'replace', 'replacement', 'updated', 'new'],
  content: ['content', 'filetext', 'contents', 'text', 'code', 'body'],
  edits: ['edits', 'edit', 'changes', 'replacements'],
  insertLine: ['insertline', 'line', 'afterline'],
  insertText: ['inserttext', 'newstr', 'newtext', 'text', 'content'],
  command: ['command', 'cmd', 'action'],
  toPath: ['topath', 'newpath', 'moveto', 'destination', 'to', 'target', 'newname', 'newfilepath'],
  fromPath: ['path', 'filepath', 'oldpath', 'frompath', 'source', 'from', 'file', 'filename', 'sourcepath'],
  patch: ['input', 'patch', 'patchtext', 'diff'],
  replaceAll: ['replaceall', 'allowmultiple', 'global'],
  expected: ['expectedreplacements', 'expected', 'count'],
  viewRange: ['viewrange', 'linerange'],
  startLine: ['startline', 'line', 'linenumber'],
  endLine: ['endline'],
  overwrite: ['overwrite', 'force'],
  baseSha: ['basesha', 'sha', 'blobsha'],
} as const satisfies Record<string, readonly string[]>;

export type ArgName = keyof typeof ALIASES;

/** Arguments that say nothing about the edit; dropped without a word. */
const SILENT = new Set([
  'instruction',
  'instructions',
  'explanation',
  'description',
  'reason',
  'thought',
  'occurrence',
]);

export type Named =
  | {
      ok: true;
      args: Partial<Record<ArgName, unknown>>;
      spelled: Partial<Record<ArgName, string>>;
      notes: string[];
    }
  | { ok: false; message: string };

/**
 * Arguments under their own names, of those that the caller knows. Null counts as not given; two spellings with
 * different values are an error; others are dropped with a note.
 */
export function nameArguments(raw: Args, known: readonly ArgName[]): Named {
  const args: Partial<Record<ArgName, unknown>> = {};
  const spelled: Partial<Record<ArgName, string>> = {};
  const dropped: string[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const squashed = squash(key);
    const name = known.find((candidate) => isSpelling(candidate, squashed));
    if (name === undefined) {
      if (!SILENT.has(squashed)) dropped.push(key);
      continue;
    }
    if (value === null || value === undefined) continue;
    const before = spelled[name];
    if (before !== undefined && !sameValue(args[name], value)) {
      return {
        ok: false,
        message: `"${before}" and "${key}" both give the ${name} and differ; send one of them`,
      };
    }
    args[name] = value;
    spelled[name] ??= key;
  }
  const notes = dropped.length > 0 ? [`unknown arguments left out: ${dropped.slice(0, 8).join(', ')}`] : [];
  return { ok: true, args, spelled, notes };
}

function isSpelling(name: ArgName, squashed: string): boolean {
  const spellings: readonly string[] = ALIASES[name];
  return spellings.includes(squashed);
}

function squash(key: string): string {
  return key
    .slice(0, 64)
    .replace(/[-_\s]/g, '')
    .toLowerCase();
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Code is text or it is nothing: a number is not turned into text. */
export const code = z.string().transform((text) => text.replaceAll('\r\n', '\n'));

export const integer = z.preprocess((value) => {
  if (typeof value === 'string' && /^\s*[-+]?\d{1,15}\s*$/.test(value)) return Number(value);
  if (typeof value === 'boolean') return Number(value);
  return value;
}, z.int());

export const flag = z.preprocess((value) => {
  if (value === 'true' || value === 1) return true;
  if (value === 'false' || value === 0) return false;
  return value;
}, z.boolean());

export const lineRange = z.preprocess(unwrap, z.tuple([integer, integer]));

export const path = z
  .string()
  .transform((text) => text.trim().replace(/^@(?=[\w./\\])/, ''))
  .pipe(z.string().min(1));

/** An object where one is wanted: opened from a string, taken out of a list of one. */
export function asObject(value: unknown): Args | undefined {
  const open = unwrap(value);
  if (isRecord(open)) return open;
  if (Array.isArray(open) && open.length === 1) return asObject(open[0]);
  return undefined;
}

/** A list where one is wanted: opened from a string, made of a single object or of an object keyed 0, 1, 2. */
export function asList(value: unknown): unknown[] | undefined {
  const open = unwrap(value);
  if (Array.isArray(open)) return open;
  if (!isRecord(open)) return undefined;
  const keys = Object.keys(open);
  if (keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key))) return Object.values(open);
  return [open];
}

/** The problems of a schema in one line each: `edits[1].oldText: …`. */
export function explain(error: z.ZodError, prefix = ''): string {
  return error.issues
    .slice(0, 6)
    .map(
      (issue) =>
        `${[prefix, ...issue.path.map(String)].filter((part) => part !== '').join('.')}: ${issue.message}`,
    )
    .join('; ');
}
