/** The text editor tool: view, str_replace, create, insert, in both generations of parameter names. */
import { z } from 'zod';
import { type Args, code, flag, integer, lineRange, nameArguments, path } from './args.ts';
import { badArguments, type CallContext } from './call-context.ts';
import { replaceOperation } from './call-edit.ts';
import { compileCreate, readArguments } from './call-files.ts';
import { normalisePath } from './paths.ts';

type Command = 'view' | 'str_replace' | 'create' | 'insert' | 'undo_edit';

const COMMANDS: Record<string, Command> = {
  view: 'view',
  read: 'view',
  open: 'view',
  str_replace: 'str_replace',
  replace: 'str_replace',
  edit: 'str_replace',
  create: 'create',
  write: 'create',
  insert: 'insert',
  undo_edit: 'undo_edit',
};

const Replacement = z.object({
  path,
  oldText: code,
  newText: code.default(''),
  replaceAll: flag.optional(),
  expected: integer.optional(),
  viewRange: lineRange.optional(),
  startLine: integer.optional(),
  endLine: integer.optional(),
  baseSha: z.string().optional(),
});
const Insertion = z.object({ path, insertLine: integer.pipe(z.int().min(0)), insertText: code });

export function compileEditor(args: Args, to: CallContext): void {
  const command = commandOf(args);
  if (command === undefined) {
    badArguments(to, '"command" must be view, str_replace, create, insert or undo_edit');
    return;
  }
  if (command.inferred)
    to.draft.notes.push(`${to.name}: read as the command ${command.name}, which the call does not name`);
  HANDLERS[command.name](withoutCommand(args), to);
}

/** The command as given, or the only one that the other arguments fit (rule A12). */
function commandOf(args: Args): { name: Command; inferred: boolean } | undefined {
  if (typeof args.command === 'string') {
    const name = COMMANDS[args.command.trim().toLowerCase()];
    return name === undefined ? undefined : { name, inferred: false };
  }
  const has = (key: 'oldText' | 'insertLine' | 'content') => {
    const named = nameArguments(args, [key]);
    return named.ok && named.args[key] !== undefined;
  };
  if (has('oldText')) return { name: 'str_replace', inferred: true };
  if (has('insertLine')) return { name: 'insert', inferred: true };
  return has('content') ? { name: 'create', inferred: true } : undefined;
}

function withoutCommand(args: Args): Args {
  const { command: _command, ...rest } = args;
  return rest;
}

const HANDLERS: Record<Command, (args: Args, to: CallContext) => void> = {
  view: (_args, { draft, name }) => {
    draft.notes.push(`${name}: looking at files is no edit`);
  },
  undo_edit: (_args, to) => badArguments(to, 'undo_edit is not available; send the opposite replacement'),
  create: compileCreate,
  str_replace: compileReplacement,
  insert: compileInsertion,
};

function compileReplacement(args: Args, to: CallContext): void {
  const known = [
    'path',
    'oldText',
    'newText',
    'replaceAll',
    'expected',
    'viewRange',
    'startLine',
    'endLine',
    'baseSha',
  ] as const;
  const data = readArguments(args, known, Replacement, to);
  const operation = data && replaceOperation(data, true, [], to);
  if (operation) to.draft.operations.push(operation);
}

/** Text goes after the line; 0 is the top. What is inserted are whole lines. */
function compileInsertion(args: Args, to: CallContext): void {
  const data = readArguments(args, ['path', 'insertLine', 'insertText'], Insertion, to);
  if (!data) return;
  const text = data.insertText;
  to.draft.operations.push({
    kind: 'replace',
    path: normalisePath(data.path, to.context),
    oldText: '',
    newText: text.endsWith('\n') ? text : `${text}\n`,
    afterLine: data.insertLine,
    sequential: true,
    source: to.source,
    notes: [],
  });
}
