/** Shared by the tests of this folder: a repository in memory, and short views of what a format read. */
import { detectFormat, formats, memoryTree, planReply } from '../../../src/edits/index.ts';
import type {
  EditReply,
  FormatName,
  Operation,
  ParseContext,
  ParsedReply,
} from '../../../src/edits/types.ts';

export type Files = Record<string, string>;

/** Every file is shown to the model unless `shown` says otherwise. */
export function repository(files: Files = {}, shown: string[] = Object.keys(files)): ParseContext {
  return { shown, tree: memoryTree(files) };
}

export function parse(format: FormatName, text: string, files: Files = {}, shown?: string[]): ParsedReply {
  return formats[format].parse({ text }, repository(files, shown));
}

export function detect(text: string, files: Files = {}): FormatName {
  return detectFormat({ text }, repository(files));
}

/** One line for an operation: what a test wants to see at a glance. */
export function show(operation: Operation): string {
  switch (operation.kind) {
    case 'replace':
      return `${operation.path}: ${JSON.stringify(operation.oldText)} -> ${JSON.stringify(operation.newText)}`;
    case 'rename':
      return `${operation.path} => ${operation.toPath}`;
    case 'delete':
      return `${operation.path} deleted`;
    default:
      return `${operation.path} ${operation.kind} ${JSON.stringify(operation.content)}`;
  }
}

export const edits = (parsed: ParsedReply): string[] => parsed.operations.map(show);
export const codes = (parsed: ParsedReply): string[] => parsed.problems.map((problem) => problem.code);

export type Outcome = { ok: true; files: Files } | { ok: false; codes: string[]; messages: string };

/** The files that a reply leaves behind, end to end: read, planned, applied in memory. */
export function run(
  format: FormatName | 'auto',
  reply: EditReply | string,
  files: Files,
  shown?: string[],
): Outcome {
  const { tree, shown: visible } = repository(files, shown);
  const answer = typeof reply === 'string' ? { text: reply } : reply;
  const planned = planReply(answer, format, tree, { shown: visible, protect: [] });
  if (!planned.ok) {
    const messages = planned.problems.map((problem) => problem.message).join('\n');
    return { ok: false, codes: planned.problems.map((problem) => problem.code), messages };
  }
  const after: Files = { ...files };
  for (const change of planned.changeSet.files) {
    if (change.fromPath !== undefined) delete after[change.fromPath];
    if (change.after === undefined) delete after[change.path];
    else after[change.path] = Buffer.from(change.after).toString('utf8');
  }
  return { ok: true, files: after };
}

export function call(name: string, args: unknown): EditReply {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { text: '', toolCalls: [{ id: 'c1', name, arguments: text }] };
}

export function block(search: string, replace: string): string {
  return `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE`;
}
