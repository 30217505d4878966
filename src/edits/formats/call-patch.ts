/** apply_patch in every way it is delivered: free text, a JSON function, a shell command, native operations. */
import { z } from 'zod';
import { type Args, asObject, code, explain, nameArguments, path } from './args.ts';
import { badArguments, type CallContext } from './call-context.ts';
import { addSection } from './hunks.ts';
import { isRecord, readJson, unwrap } from './json.ts';
import { splitLines } from './lines.ts';
import { readPatchText } from './patch-text.ts';
import { type FileSection, readAdded, readUpdate } from './v4a.ts';

const Action = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase().replace(/_?file$/, '') : value),
  z.enum(['create', 'add', 'update', 'delete', 'move', 'rename']),
);
const NativeOperation = z.object({ type: Action, path, patch: code.default(''), toPath: path.optional() });

/** Arguments that are no JSON are the patch itself: the freeform tool sends nothing else. */
export function compilePatch(text: string, to: CallContext): void {
  const parsed = /^\s*[[{"]/.test(text.slice(0, 1000)) ? readJson(text) : undefined;
  if (parsed && !parsed.ok && !/^\*\*\*/m.test(text)) {
    badArguments(to, `the arguments are neither a patch nor JSON (${parsed.reason})`);
    return;
  }
  if (!parsed?.ok) readPatch(text, to);
  else open(unwrap(parsed.value), to, 0);
}

/** Envelopes nest: {"operations": [{"operation": …}]} has been seen. Deeper than this nobody means it. */
const DEEPEST = 4;

function open(value: unknown, to: CallContext, depth: number): void {
  if (typeof value === 'string') {
    readPatch(value, to);
    return;
  }
  if (depth > DEEPEST) {
    badArguments(to, 'the patch is wrapped too deeply');
    return;
  }
  if (Array.isArray(value)) openList(value, to, depth);
  else if (isRecord(value)) openRecord(value, to, depth);
  else badArguments(to, 'it needs the patch text');
}

/** A list of operations, or the words of a command whose last one is the patch. */
function openList(value: readonly unknown[], to: CallContext, depth: number): void {
  const last = value.at(-1);
  if (value.length > 0 && value.every((item) => typeof item === 'string') && typeof last === 'string')
    readPatch(last, to);
  else if (value.length === 0) badArguments(to, 'it holds no operation');
  else for (const item of value) open(unwrap(item), to, depth + 1);
}

function openRecord(value: Args, to: CallContext, depth: number): void {
  const inner = value.operation ?? value.operations;
  if (inner !== undefined) {
    open(unwrap(inner), to, depth + 1);
    return;
  }
  if (typeof value.type === 'string' && asObject(value)?.path !== undefined) {
    readOperation(value, to);
    return;
  }
  const named = nameArguments(value, ['patch', 'command']);
  if (!named.ok) badArguments(to, named.message);
  else if ((named.args.patch ?? named.args.command) === undefined)
    badArguments(to, 'it needs the patch text as "input"');
  else open(unwrap(named.args.patch ?? named.args.command), to, depth + 1);
}

/** The call arrived whole, so a missing end marker is only a slip. */
function readPatch(text: string, to: CallContext): void {
  if (text.trim() === '') badArguments(to, 'the patch is empty');
  else readPatchText(to.draft, text, to.context, to.source, { complete: true });
}

/** A native operation: one file, the body of its patch as `diff`. */
function readOperation(value: Args, to: CallContext): void {
  const named = nameArguments(value, ['path', 'patch', 'toPath']);
  const parsed = named.ok ? NativeOperation.safeParse({ ...named.args, type: value.type }) : undefined;
  if (!named.ok || !parsed?.success) {
    badArguments(
      to,
      named.ok && parsed?.error ? explain(parsed.error) : 'its arguments contradict each other',
    );
    return;
  }
  const { type, patch, toPath } = parsed.data;
  if (/^\s*\*\*\* Begin Patch/.test(patch.slice(0, 200))) {
    readPatch(patch, to);
    return;
  }
  const section = sectionOf(type, parsed.data.path, patch, toPath);
  addSection(to.draft, section, to.context, '', to.source);
}

function sectionOf(type: z.infer<typeof Action>, file: string, patch: string, toPath?: string): FileSection {
  const section: FileSection = { action: 'update', path: file, content: [], chunks: [], notes: [] };
  if (toPath !== undefined) section.moveTo = toPath;
  if (type === 'delete') return { ...section, action: 'delete' };
  const body = splitLines(patch);
  if (type === 'create' || type === 'add') {
    const added: FileSection = { ...section, action: 'add' };
    readAdded(added, body);
    return added;
  }
  readUpdate(section, body);
  return section;
}
