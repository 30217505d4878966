/** Tool calls of any kind as operations. The three tool formats differ in what they tell the model, not in this. */
import type { EditReply, FormatName, OperationSource, ParseContext, ParsedReply } from '../types.ts';
import { asObject } from './args.ts';
import { badArguments, type CallContext } from './call-context.ts';
import { compileEdit } from './call-edit.ts';
import { compileEditor } from './call-editor.ts';
import { compileCreate, compileDelete, compileRename, compileWrite } from './call-files.ts';
import { compilePatch } from './call-patch.ts';
import { compileShell } from './call-shell.ts';
import { newDraft, report } from './draft.ts';
import { readJson } from './json.ts';
import { REAL_NAMES, type ToolKind, toolKind } from './tool-names.ts';
import { isCutJson, readToolCalls } from './tool-reply.ts';

type Call = NonNullable<EditReply['toolCalls']>[number];

/**
 * Reads every call in order. The last call of a reply that hit the output limit is never executed, whatever its
 * arguments look like: half a text parses as well as a whole one.
 */
export function parseToolCalls(reply: EditReply, context: ParseContext, format: FormatName): ParsedReply {
  const draft = newDraft(format);
  const calls = reply.toolCalls ?? readToolCalls(reply.text) ?? [];
  if (reply.toolCalls === undefined && calls.length === 0 && isCutJson(reply.text)) {
    report(draft, 'TRUNCATED', '', 'The tool calls end too early. Send them again, complete.', {
      format,
      index: 0,
    });
  }
  calls.forEach((call, index) => {
    const source: OperationSource = { format, index, callId: call.id };
    if (reply.cutOff === true && index === calls.length - 1) {
      report(
        draft,
        'TRUNCATED',
        '',
        `The call of ${call.name} was cut off by the output limit. Send it again, complete.`,
        source,
      );
      return;
    }
    readCall(call, {
      draft,
      context,
      source: { ...source, format: formatOf(call.name, format) },
      name: call.name,
    });
  });
  return draft;
}

/** A text editor call keeps the editor's meaning in whatever format was agreed on. */
function formatOf(name: string, agreed: FormatName): FormatName {
  const kind = toolKind(name);
  if (kind === 'patch' || kind === 'shell') return 'apply_patch';
  if (kind === 'editor') return 'text_editor';
  return kind === 'edit' ? 'edit' : agreed;
}

function readCall(call: Call, to: CallContext): void {
  const kind = toolKind(call.name);
  if (kind === 'shell' && compileShell(call.arguments, to)) return;
  if (kind === undefined || kind === 'shell') {
    badArguments(to, `there is no tool "${call.name.slice(0, 80)}"; the tools are ${REAL_NAMES.join(', ')}`);
    return;
  }
  if (kind === 'patch') {
    compilePatch(call.arguments, to);
    return;
  }
  const parsed = readJson(call.arguments);
  if (!parsed.ok) {
    if (parsed.unfinished)
      report(
        to.draft,
        'TRUNCATED',
        '',
        `The arguments of ${call.name} end too early. Send the call again, complete.`,
        to.source,
      );
    else badArguments(to, `the arguments are not JSON (${parsed.reason})`);
    return;
  }
  if (parsed.note !== undefined) to.draft.notes.push(`${call.name}: ${parsed.note}`);
  const args = asObject(parsed.value);
  if (!args) badArguments(to, 'the arguments must be one JSON object');
  else COMPILERS[kind](args, to);
}

const COMPILERS: Record<
  Exclude<ToolKind, 'patch' | 'shell'>,
  (args: Record<string, unknown>, to: CallContext) => void
> = {
  edit: compileEdit,
  editor: compileEditor,
  write: compileWrite,
  create: compileCreate,
  delete: compileDelete,
  rename: compileRename,
  look: (_args, { draft, name }) => {
    draft.notes.push(`${name}: looking at files is no edit`);
  },
};
