/** Tool calls that arrive as text: a recorded reply, or a model that prints its calls instead of making them. */
import type { EditReply } from '../types.ts';
import { asList } from './args.ts';
import { isRecord, readJson } from './json.ts';
import { toolKind } from './tool-names.ts';

export type ToolCalls = NonNullable<EditReply['toolCalls']>;

/** Longest text that is looked at for JSON; larger replies are prose and code. */
const LONGEST = 16_000_000;

/**
 * The calls in a text that is JSON as a whole, or inside one fence: a call, a list of calls, or a message of any of the
 * three interfaces (OpenAI chat and responses, Anthropic). Undefined when it is none of these.
 */
export function readToolCalls(text: string): ToolCalls | undefined {
  const json = withoutFence(text.trim());
  if (json.length > LONGEST || !/^[[{]/.test(json)) return undefined;
  const parsed = readJson(json);
  if (!parsed.ok) return undefined;
  const calls = callsIn(parsed.value, 0);
  return calls.length === 0
    ? undefined
    : calls.map((call, i) => ({ ...call, id: call.id === '' ? `call-${i}` : call.id }));
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
  const call = asCall(value);
  if (call) return [call];
  for (const key of CONTAINERS) {
    const calls =
      value[key] === undefined ? [] : (asList(value[key]) ?? []).flatMap((item) => callsIn(item, depth + 1));
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

function idOf(value: Record<string, unknown>): string {
  const id = value.call_id ?? value.id ?? value.tool_call_id;
  return typeof id === 'string' ? id : '';
}
