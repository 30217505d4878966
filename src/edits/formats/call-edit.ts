/** The `edit` call: a path and a list of old and new texts, all looked up in the file as it was before the call. */
import { z } from 'zod';
import type { Operation, Replace } from '../types.ts';
import {
  type ArgName,
  type Args,
  asList,
  asObject,
  code,
  explain,
  flag,
  integer,
  lineRange,
  nameArguments,
  path,
} from './args.ts';
import { badArguments, type CallContext } from './call-context.ts';
import { report } from './draft.ts';
import { isKnown, normalisePath } from './paths.ts';

/** Arguments that choose between places or count them; everything else that is unknown is dropped. */
const HINTS: readonly ArgName[] = ['replaceAll', 'expected', 'viewRange', 'startLine', 'endLine', 'baseSha'];

const Hints = z.object({
  replaceAll: flag.optional(),
  expected: integer.optional(),
  viewRange: lineRange.optional(),
  startLine: integer.optional(),
  endLine: integer.optional(),
  baseSha: z.string().optional(),
});
type Hints = z.infer<typeof Hints>;

/** A missing new text is a deletion only in the dialects that define it so (old_str and old_string). */
const Pair = Hints.extend({ path: path.optional(), oldText: code, newText: code });
const DeletingPair = Pair.extend({ newText: code.default('') });

interface Item {
  at: string;
  raw: Args;
}

export function compileEdit(args: Args, to: CallContext): void {
  const items = itemsOf(args);
  if (typeof items === 'string') {
    badArguments(to, items);
    return;
  }
  const top = nameArguments(args, ['path', ...HINTS]);
  if (!top.ok) {
    badArguments(to, top.message);
    return;
  }
  const operations: Operation[] = [];
  for (const [part, item] of items.entries()) {
    const operation = readItem(item, top.args, items.length === 1, { ...to, source: { ...to.source, part } });
    if (operation) operations.push(operation);
  }
  to.draft.operations.push(...operations);
}

/** The list under `edits` in any wrapping, with a pair at the top level folded in (pi's legacy form). */
function itemsOf(args: Args): Item[] | string {
  const named = nameArguments(args, ['edits', 'oldText', 'newText']);
  if (!named.ok) return named.message;
  const { edits, oldText } = named.args;
  const list = edits === undefined ? [] : asList(edits);
  if (!list) return '"edits" must be a list of objects with oldText and newText';
  const items: Item[] = [];
  for (const [i, entry] of list.entries()) {
    const raw = asObject(entry);
    if (!raw) return `edits[${i}] must be an object with oldText and newText`;
    items.push({ at: `edits[${i}]`, raw });
  }
  if (oldText !== undefined) items.push({ at: '', raw: withoutEdits(args) });
  if (items.length === 0) {
    return edits === undefined
      ? 'it needs the text to replace (oldText); to write a whole file use the write tool'
      : '"edits" must hold at least one replacement';
  }
  return items;
}

function withoutEdits(args: Args): Args {
  return Object.fromEntries(
    Object.entries(args).filter(([key]) => !/^(?:edits?|changes|replacements)$/i.test(key)),
  );
}

function readItem(
  item: Item,
  top: Partial<Record<ArgName, unknown>>,
  alone: boolean,
  to: CallContext,
): Operation | undefined {
  const named = nameArguments(item.raw, ['path', 'oldText', 'newText', ...HINTS]);
  if (!named.ok) {
    badArguments(to, item.at === '' ? named.message : `${item.at}: ${named.message}`);
    return undefined;
  }
  const deletes = /^old_?str/i.test(named.spelled.oldText ?? '');
  const given = { ...(alone ? top : { path: top.path, baseSha: top.baseSha }), ...named.args };
  const parsed = (deletes ? DeletingPair : Pair).safeParse(given);
  if (!parsed.success) {
    badArguments(to, explain(parsed.error, item.at));
    return undefined;
  }
  if (parsed.data.path === undefined) {
    badArguments(to, 'it names no file (path)');
    return undefined;
  }
  const notes = named.notes.map((note) => `${to.name}: ${note}`);
  to.draft.notes.push(...notes);
  return replaceOperation({ ...parsed.data, path: parsed.data.path }, alone, notes, to);
}

export interface ReplaceArguments extends Hints {
  path: string;
  oldText: string;
  newText: string;
}

/**
 * A replacement; an empty old text creates the file when there is none and is an error when there is one, since it
 * must never mean "replace everything". A single edit is a step of its own (`sequential`); several share one view.
 */
export function replaceOperation(
  args: ReplaceArguments,
  sequential: boolean,
  notes: string[],
  to: CallContext,
): Operation | undefined {
  const file = normalisePath(args.path, to.context);
  const { source } = to;
  if (args.oldText === '') {
    const exists =
      isKnown(file, to.context) || to.draft.operations.some((operation) => operation.path === file);
    if (!exists) return { kind: 'create', path: file, content: args.newText, source, notes };
    const message = `The old text for ${file} must not be empty. Copy the lines to replace from the file.`;
    report(to.draft, 'EMPTY_OLD', file, message, source);
    return undefined;
  }
  return {
    kind: 'replace',
    path: file,
    oldText: args.oldText,
    newText: args.newText,
    ...hintFields(args),
    ...(sequential ? { sequential } : {}),
    source,
    notes,
  };
}

/** A stray `view_range` or line number on a replacement says where the model was looking. */
function hintFields(hints: Hints): Partial<Replace> {
  const [from, to] = hints.viewRange ?? [hints.startLine, hints.endLine ?? hints.startLine];
  return {
    ...(from !== undefined && from > 0 ? { lineHint: { start: from, end: Math.max(from, to ?? from) } } : {}),
    ...(hints.replaceAll === true ? { replaceAll: true } : {}),
    ...(hints.expected !== undefined && hints.expected > 1 ? { expected: hints.expected } : {}),
    ...(hints.baseSha === undefined ? {} : { baseSha: hints.baseSha }),
  };
}
