/** A model's reply as the command line gets it: a file, the text itself, or JSON of tool calls. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { EditReply } from '../edits/types.ts';
import { readUtf8 } from './json-lines.ts';

const callSchema = z.object({
  id: z.string().optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  type: z.string().optional(),
  arguments: z.unknown().optional(),
  input: z.unknown().optional(),
  operation: z.unknown().optional(),
  function: z.object({ name: z.string(), arguments: z.unknown() }).optional(),
});
const replySchema = z.union([
  z.array(callSchema),
  z.object({
    text: z.string().default(''),
    toolCalls: z.array(callSchema).default([]),
    cutOff: z.boolean().default(false),
  }),
]);

/** A reply as text, or as JSON of tool calls in the shapes the vendors use. JSON of any other shape is text. */
function readReply(text: string): EditReply {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return { text };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { text };
  }
  return readCalls(json) ?? { text };
}

/** The reply in a file or a pipe. Throws an error with a message for people. */
export function readReplyFile(name: string): EditReply {
  return readReplyBytes(readBytes(name));
}

function readBytes(name: string): Buffer {
  try {
    return readFileSync(name);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Error(`there is no reply file ${name}${reason}`);
  }
}

/** The reply in bytes. Throws when they are not UTF-8: replacement characters would go into the files. */
export function readReplyBytes(bytes: Uint8Array): EditReply {
  const text = readUtf8(bytes);
  if (text === undefined) throw new Error('the reply is not UTF-8 text');
  return readReply(text);
}

/** The longest text that is tried as a file's name; systems allow 4096 bytes in all. */
const longestPath = 4096;

/** A line of a batch gives a file's name, the text itself, or tool calls. Throws when it gives none of them. */
export function readLineReply(reply: unknown): EditReply {
  if (typeof reply === 'string') {
    const isName = reply.length > 0 && reply.length < longestPath && !/[\n\r\0]/.test(reply);
    return isName && (isFile(reply) || path.isAbsolute(reply)) ? readReplyFile(reply) : readReply(reply);
  }
  if (typeof reply !== 'object' || reply === null || Object.keys(reply).length === 0) {
    throw new Error('reply is neither text, nor a file, nor tool calls');
  }
  return readCalls(reply) ?? readReply(JSON.stringify(reply));
}

function readCalls(json: unknown): EditReply | undefined {
  const parsed = replySchema.safeParse(json);
  if (!parsed.success) return undefined;
  const list = Array.isArray(parsed.data) ? parsed.data : parsed.data.toolCalls;
  const toolCalls = list.flatMap((call, index) => {
    const name =
      call.function?.name ?? call.name ?? (call.type === 'apply_patch_call' ? 'apply_patch' : undefined);
    const value = call.function?.arguments ?? call.arguments ?? call.input ?? call.operation;
    if (name === undefined || value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [{ id: call.call_id ?? call.id ?? `call-${index + 1}`, name, arguments: text }];
  });
  const rest = Array.isArray(parsed.data) ? { text: '', cutOff: false } : parsed.data;
  if (toolCalls.length === 0 && rest.text === '') return undefined;
  return { text: rest.text, cutOff: rest.cutOff, ...(toolCalls.length > 0 ? { toolCalls } : {}) };
}

/** Whether there is such a file; a text that is too long for a name, or leads through a loop of links, names none. */
function isFile(name: string): boolean {
  try {
    return statSync(name, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
