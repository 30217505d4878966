/** What the harness has to know of a model before it can call it well. One schema serves the registry and the server's overrides. */
import { z } from 'zod';

/** Dollars for a million tokens. */
const RatesSchema = z.strictObject({
  input: z.number().nonnegative(),
  /** Input read from a prompt cache. */
  cachedInput: z.number().nonnegative(),
  /** Input written to a prompt cache. */
  cacheWriteInput: z.number().nonnegative(),
  output: z.number().nonnegative(),
});
export type Rates = z.infer<typeof RatesSchema>;

const PricesSchema = RatesSchema.extend({
  /** Several vendors charge more for the whole call once its input is longer than this many tokens. */
  long: z.strictObject({ above: z.int().positive(), rates: RatesSchema }).optional(),
});
export type Prices = z.infer<typeof PricesSchema>;

const EDIT_FORMATS = [
  'diff',
  'diff-fenced',
  'editor-diff',
  'editor-diff-fenced',
  'whole',
  'editor-whole',
  'udiff',
  'udiff-simple',
  'patch',
  'edit',
  'apply_patch',
  'text_editor',
] as const;

export const ModelProfileSchema = z.strictObject({
  /** Tokens of input and output together. */
  window: z.int().positive(),
  /** Most tokens that one answer may have. */
  outputLimit: z.int().positive(),
  /** Absent when nobody told us; the cost is then unknown, not zero. */
  prices: PricesSchema.optional(),
  editFormat: z.enum(EDIT_FORMATS),
  /** The editor of an architect run, without endpoint; the model itself when absent. */
  editorModel: z.string().min(1).optional(),
  editorFormat: z.enum(EDIT_FORMATS),
  /** For commit messages and summaries, without endpoint; the model itself when absent. */
  weakModel: z.string().min(1).optional(),
  /** Where the format rules are repeated: a system message at the end, the last user message, or not at all. */
  reminder: z.enum(['system', 'user', 'none']),
  /** False for models that refuse a system role. */
  systemPrompt: z.boolean(),
  /** The temperature to send when the request names none; `none` for models that refuse the parameter. */
  temperature: z.union([z.number().min(0).max(2), z.literal('none')]),
  /**
   * How reasoning is asked for. `effort`: a word. `adaptive`: Anthropic's adaptive thinking with an effort word.
   * `budget`: a number of thinking tokens. `always`: it reasons, and takes no setting. `none`: it does not reason.
   */
  reasoning: z.enum(['none', 'always', 'effort', 'adaptive', 'budget']),
  /** Tag around reasoning in the text, without brackets, e.g. `think`. */
  reasoningTag: z.string().regex(/^\w+$/).optional(),
  /** Function calling. */
  tools: z.boolean(),
  /** Free-text tools without a wrapper (OpenAI's custom tools). */
  customTools: z.boolean(),
  images: z.boolean(),
  /** An assistant message at the end is continued by the model. */
  prefill: z.boolean(),
  /** Markers for prompt caching are honoured, or caching is automatic. */
  caching: z.enum(['explicit', 'automatic', 'none']),
  streaming: z.boolean(),
  /** Known habits that prompts answer. */
  habits: z.array(z.enum(['lazy', 'overeager'])),
  /** Which tokenizer counts for it. */
  tokenizer: z.enum(['o200k_base', 'cl100k_base', 'estimate']),
});
export type ModelProfile = z.infer<typeof ModelProfileSchema>;

/** For models that nobody knows: small, without tricks, in the format that every model can write. */
export const UNKNOWN_MODEL: ModelProfile = {
  window: 32_768,
  outputLimit: 8_192,
  editFormat: 'whole',
  editorFormat: 'editor-whole',
  reminder: 'user',
  systemPrompt: true,
  temperature: 'none',
  reasoning: 'none',
  tools: false,
  customTools: false,
  images: false,
  prefill: false,
  caching: 'none',
  streaming: true,
  habits: [],
  tokenizer: 'estimate',
};
