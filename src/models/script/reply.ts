/** A scripted reply made complete: ids, finish reason and usage that the script left out. */
import type { FinishReason, Usage } from '../types.ts';
import type { ScriptEntry, ScriptToolCall } from './schema.ts';

export interface FullReply {
  text: string;
  reasoning: string;
  toolCalls: (ScriptToolCall & { id: string })[];
  finish: FinishReason;
  usage: Usage;
}

/** `requestText` is everything that was sent; usage is estimated from it at four characters a token. */
export function fullReply(entry: ScriptEntry, requestText: string, serial: number): FullReply {
  const reply = entry.reply ?? { text: '', reasoning: '', toolCalls: [], usage: {}, finish: undefined };
  const toolCalls = reply.toolCalls.map((call, index) => ({
    ...call,
    id: call.id ?? `call_${serial}_${index + 1}`,
  }));
  const calls = toolCalls.map(callText).join('');
  const reasoning = reply.usage.reasoning ?? tokens(reply.reasoning);
  return {
    text: reply.text,
    reasoning: reply.reasoning,
    toolCalls,
    finish: reply.finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    usage: {
      input: reply.usage.input ?? tokens(requestText),
      cachedInput: reply.usage.cachedInput ?? 0,
      cacheWriteInput: reply.usage.cacheWriteInput ?? 0,
      output: reply.usage.output ?? tokens(reply.text) + tokens(calls) + reasoning,
      reasoning,
    },
  };
}

/** The arguments of a call as one text. */
export function callText(call: ScriptToolCall): string {
  if (call.input !== undefined) return call.input;
  if (call.operation) return JSON.stringify(call.operation);
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {});
}

/** Cuts a text into pieces of about a word, which together are the text. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? [];
}

function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
