/** A script: what a pretended model answers, in order. Read by the scripted provider and by the demo's model server. */
import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';

const PurposeSchema = z.enum(['architect', 'editor', 'weak']);

/** A part of a text, or `/…/flags` for a regular expression. */
const TextMatchSchema = z.string().min(1).refine(isMatcher, 'is no valid regular expression');

function isMatcher(text: string): boolean {
  try {
    textMatcher(text);
    return true;
  } catch {
    return false;
  }
}

/** Makes a test from a part of a text or `/…/flags`. */
export function textMatcher(text: string): (candidate: string) => boolean {
  const expression = /^\/(.+)\/([imsu]*)$/s.exec(text);
  if (!expression?.[1]) return (candidate) => candidate.includes(text);
  const pattern = new RegExp(expression[1], expression[2]);
  return (candidate) => pattern.test(candidate);
}

const WhenSchema = z.strictObject({
  purpose: PurposeSchema.optional(),
  model: TextMatchSchema.optional(),
  /** In the last message of the user or of a tool. */
  user: TextMatchSchema.optional(),
  system: TextMatchSchema.optional(),
  /** In any message. */
  anywhere: TextMatchSchema.optional(),
});

const ToolCallSchema = z.strictObject({
  name: z.string().min(1),
  id: z.string().min(1).optional(),
  /** Arguments of a function; an object is sent as JSON. */
  arguments: z.union([z.string(), z.record(z.string(), z.json())]).optional(),
  /** Input of a free-text tool. */
  input: z.string().optional(),
  /** Operation of OpenAI's native apply_patch. */
  operation: z
    .strictObject({
      type: z.enum(['create_file', 'update_file', 'delete_file']),
      path: z.string(),
      diff: z.string().optional(),
    })
    .optional(),
});

const ReplySchema = z.strictObject({
  text: z.string().default(''),
  reasoning: z.string().default(''),
  toolCalls: z.array(ToolCallSchema).default([]),
  finish: z.enum(['stop', 'length', 'tool_calls', 'refusal']).optional(),
  /** Estimated from the texts where absent. */
  usage: z
    .strictObject({
      input: z.int().nonnegative(),
      cachedInput: z.int().nonnegative(),
      cacheWriteInput: z.int().nonnegative(),
      output: z.int().nonnegative(),
      reasoning: z.int().nonnegative(),
    })
    .partial()
    .default({}),
});

const message = z.string().optional();
/** Pieces of the reply that are sent before the stream breaks. */
const after = z.int().nonnegative().default(2);

const FaultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rate_limit'), retryAfter: z.number().nonnegative().optional(), message }),
  z.strictObject({ kind: z.literal('overloaded'), message }),
  z.strictObject({
    kind: z.literal('server_error'),
    status: z.int().min(500).max(599).default(500),
    message,
  }),
  z.strictObject({ kind: z.literal('context_exceeded'), message }),
  z.strictObject({
    kind: z.literal('auth'),
    status: z.union([z.literal(401), z.literal(403)]).default(401),
    message,
  }),
  z.strictObject({ kind: z.literal('quota'), message }),
  z.strictObject({ kind: z.literal('content_policy'), message }),
  z.strictObject({ kind: z.literal('not_found'), message }),
  z.strictObject({ kind: z.literal('bad_request'), message }),
  /** A proxy's page with status 200. */
  z.strictObject({ kind: z.literal('html') }),
  /** Text that is no JSON where JSON has to be. */
  z.strictObject({ kind: z.literal('malformed') }),
  z.strictObject({ kind: z.literal('reset') }),
  /** The request is taken and never answered. */
  z.strictObject({ kind: z.literal('silence') }),
  z.strictObject({ kind: z.literal('cut'), after }),
  /** The stream ends properly, without a finish reason. */
  z.strictObject({ kind: z.literal('clean_end'), after }),
  z.strictObject({ kind: z.literal('stall'), after }),
  z.strictObject({
    kind: z.literal('error_event'),
    after,
    error: z.enum(['overloaded', 'server_error']).default('overloaded'),
  }),
]);

const EntrySchema = z
  .strictObject({
    /** For messages about the script. */
    name: z.string().min(1).optional(),
    when: WhenSchema.optional(),
    /** How many requests this answers; `any` answers every request that no other entry wants, also none. */
    times: z.union([z.int().positive(), z.literal('any')]).default(1),
    reply: ReplySchema.optional(),
    fault: FaultSchema.optional(),
    /** Before the first byte. */
    delayMs: z.int().nonnegative().optional(),
    /** A token is about a word here. All at once where absent. */
    tokensPerSecond: z.number().positive().optional(),
  })
  .refine((entry) => entry.reply || entry.fault, 'needs a reply, a fault or both');

const ScriptSchema = z.strictObject({
  /** `strict`: requests have to come in the order of the entries. `any`: the first unused entry that matches answers. */
  order: z.enum(['strict', 'any']).default('strict'),
  /** Model names that stand for a purpose. Without it, a name that contains the purpose's word stands for it. */
  models: z.partialRecord(PurposeSchema, z.string().min(1)).default({}),
  delayMs: z.int().nonnegative().default(0),
  tokensPerSecond: z.number().positive().optional(),
  entries: z.array(EntrySchema),
});

export type Script = z.infer<typeof ScriptSchema>;
export type ScriptInput = z.input<typeof ScriptSchema>;
export type ScriptEntry = Script['entries'][number];
export type ScriptFault = z.infer<typeof FaultSchema>;
export type ScriptReply = z.infer<typeof ReplySchema>;
export type ScriptToolCall = z.infer<typeof ToolCallSchema>;

/** A script that cannot be used, or a session that did not follow it. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** Checks a script. Throws a `ScriptError` that names every wrong field. */
export function parseScript(value: unknown, origin = 'the script'): Script {
  const parsed = ScriptSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ScriptError(`${origin} is not valid:\n${z.prettifyError(parsed.error)}`);
}

/** Reads a JSON or YAML script. Throws a `ScriptError`. */
export function readScript(file: string): Script {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ScriptError(
      `The script ${file} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  try {
    // JSON is a subset of YAML.
    return parseScript(parseYaml(text), file);
  } catch (error) {
    if (error instanceof ScriptError) throw error;
    throw new ScriptError(
      `${file} is neither JSON nor YAML: ${error instanceof Error ? error.message : error}`,
    );
  }
}
