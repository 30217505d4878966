/** Calls on whole files: write, create, delete, rename. */
import { z } from 'zod';
import { type ArgName, type Args, code, explain, flag, nameArguments, path } from './args.ts';
import { badArguments, type CallContext } from './call-context.ts';
import { normalisePath } from './paths.ts';

const Whole = z.object({ path, content: code, overwrite: flag.optional() });
const Target = z.object({ path });
const Rename = z.object({ fromPath: path, toPath: path, overwrite: flag.optional() });

/** Named arguments that fit a schema; otherwise the error has been reported. */
export function readArguments<T extends z.ZodType>(
  args: Args,
  known: readonly ArgName[],
  schema: T,
  to: CallContext,
): z.infer<T> | undefined {
  const named = nameArguments(args, known);
  if (!named.ok) {
    badArguments(to, named.message);
    return undefined;
  }
  const parsed = schema.safeParse(named.args);
  if (!parsed.success) {
    badArguments(to, explain(parsed.error));
    return undefined;
  }
  to.draft.notes.push(...named.notes.map((note) => `${to.name}: ${note}`));
  return parsed.data;
}

/** Writing replaces what is there: that is what the tool is for. */
export function compileWrite(args: Args, to: CallContext): void {
  const data = readArguments(args, ['path', 'content', 'overwrite'], Whole, to);
  if (!data) return;
  const file = normalisePath(data.path, to.context);
  const explicit = data.overwrite === true ? { explicit: true } : {};
  to.draft.operations.push({
    kind: 'overwrite',
    path: file,
    content: data.content,
    ...explicit,
    source: to.source,
    notes: [],
  });
}

/** Creating does not replace, unless the call says so. */
export function compileCreate(args: Args, to: CallContext): void {
  const data = readArguments(args, ['path', 'content', 'overwrite'], Whole, to);
  if (!data) return;
  const file = normalisePath(data.path, to.context);
  const base = { path: file, content: data.content, source: to.source, notes: [] };
  to.draft.operations.push(
    data.overwrite === true ? { kind: 'overwrite', explicit: true, ...base } : { kind: 'create', ...base },
  );
}

export function compileDelete(args: Args, to: CallContext): void {
  const data = readArguments(args, ['path'], Target, to);
  if (!data) return;
  to.draft.operations.push({
    kind: 'delete',
    path: normalisePath(data.path, to.context),
    source: to.source,
    notes: [],
  });
}

export function compileRename(args: Args, to: CallContext): void {
  const data = readArguments(args, ['fromPath', 'toPath', 'overwrite'], Rename, to);
  if (!data) return;
  to.draft.operations.push({
    kind: 'rename',
    path: normalisePath(data.fromPath, to.context),
    toPath: normalisePath(data.toPath, to.context),
    ...(data.overwrite === undefined ? {} : { overwrite: data.overwrite }),
    source: to.source,
    notes: [],
  });
}
