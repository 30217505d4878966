/** Tool calls that arrive as text: a recorded reply, or a model that prints its calls instead of making them. */
import type { EditReply } from '../types.ts';
import { type ArgName, nameArguments } from './args.ts';
import { isRecord, readJson } from './json.ts';
import { toolKind } from './tool-names.ts';

export type ToolCalls = NonNullable<EditReply['toolCalls']>;

/** Longest text that is looked at for JSON; larger replies are prose and code. */
const LONGEST = 16_000_000;

/**
 * The calls in a text that is JSON as a whole, inside one fence or in `<tool_call>` tags, or JSON a line: a call, a list
 * of calls, a message of any of the three interfaces (OpenAI chat and responses, Anthropic), or the arguments alone when
 * they fit one tool only. Undefined when it is none of these.
 */
export function readToolCalls(text: string): ToolCalls | undefined {
  if (text.length > LONGEST) return undefined;
  const calls = documentsIn(text.trim()).flatMap((value) => callsIn(value, 0));
  if (calls.length === 0) return undefined;
  return calls.map((call, i) => ({ ...call, id: call.id === '' ? `call-${i}` : call.id }));
}

/** Whether a text that should be calls breaks off in the middle of its JSON. */
export function isCutJson(text: string): boolean {
  const json = withoutFence(text.trim());
  // A sentence may begin with a bracket; an object begins with a key.
  if (!/^(?:\[\s{0,100})?\{\s{0,100}"/.test(json)) return false;
  const parsed = readJson(json);
  return !parsed.ok && parsed.unfinished;
}

function startsJson(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[');
}

function documentsIn(text: string): unknown[] {
  const json = withoutFence(text);
  if (startsJson(json)) {
    const whole = readJson(json);
    return whole.ok ? [whole.value] : (parseAll(json.split('\n').filter((line) => line.trim() !== '')) ?? []);
  }
  const tagged = text.split('<tool_call>').slice(1);
  return parseAll(tagged.map((part) => part.split('</tool_call>', 1)[0] ?? '')) ?? [];
}

/** All of the texts, or nothing: half of a list of calls is another change than the list. */
function parseAll(texts: readonly string[]): unknown[] | undefined {
  const values: unknown[] = [];
  for (const text of texts) {
    const parsed = readJson(text);
    if (!parsed.ok) return undefined;
    values.push(parsed.value);
  }
  return values;
}

function withoutFence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```')) return text;
  const start = text.indexOf('\n');
  return start < 0 ? text : text.slice(start + 1, -3).trim();
}

/** Where the interfaces keep their calls. */
const CONTAINERS = ['toolCalls', 'tool_calls', 'calls', 'output', 'content', 'choices', 'message'];

function callsIn(value: unknown, depth: number): ToolCalls {
  if (depth > 5) return [];
  if (Array.isArray(value)) return value.flatMap((item) => callsIn(item, depth + 1));
  if (!isRecord(value)) return [];
  const call = asCall(value) ?? asBareArguments(value);
  if (call) return [call];
  for (const key of CONTAINERS) {
    // Only real lists and objects: a file's content may be JSON too, and what it says is not a call.
    const calls = typeof value[key] === 'object' ? callsIn(value[key], depth + 1) : [];
    if (calls.length > 0) return calls;
  }
  return [];
}

function asCall(value: Record<string, unknown>): ToolCalls[number] | undefined {
  if (value.type === 'apply_patch_call' && isRecord(value.operation)) {
    return {
      id: idOf(value),
      name: 'apply_patch',
      arguments: JSON.stringify({ operation: value.operation }),
    };
  }
  const inner = isRecord(value.function) ? value.function : value;
  const name = inner.name ?? inner.tool ?? inner.tool_name;
  const args = inner.arguments ?? inner.input ?? inner.args ?? inner.parameters;
  if (typeof name !== 'string' || args === undefined) return undefined;
  // A record with a name and some input is a call only when there is such a tool.
  if (inner === value && value.id === undefined && value.type === undefined && toolKind(name) === undefined)
    return undefined;
  return { id: idOf(value), name, arguments: typeof args === 'string' ? args : JSON.stringify(args) };
}

/** Arguments without the call around them, when they can belong to one tool only. */
function asBareArguments(value: Record<string, unknown>): ToolCalls[number] | undefined {
  const named = nameArguments(value, ['path', 'edits', 'oldText', 'newText', 'content']);
  if (!named.ok) return undefined;
  const has = (...keys: ArgName[]) => keys.every((key) => named.args[key] !== undefined);
  const call = (name: string) => ({ id: '', name, arguments: JSON.stringify(value) });
  if (isPatchArguments(value)) return call('apply_patch');
  if (!has('path')) return undefined;
  if (typeof value.command === 'string') return call('str_replace_based_edit_tool');
  if (has('edits') || has('oldText', 'newText')) return call('edit');
  return has('content') ? call('write') : undefined;
}

function isPatchArguments(value: Record<string, unknown>): boolean {
  const native = isRecord(value.operation) ? value.operation : value;
  if (typeof native.type === 'string' && /^(?:create|update|delete)_file$/.test(native.type)) return true;
  const text = value.input ?? value.patch;
  return Array.isArray(value.operations) || (typeof text === 'string' && text.includes('*** Begin Patch'));
}

function idOf(value: Record<string, unknown>): string {
  const id = value.call_id ?? value.id ?? value.tool_call_id;
  return typeof id === 'string' ? id : '';
}
