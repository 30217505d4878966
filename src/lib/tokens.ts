/** Token counts for budgets: o200k, the encoding of current OpenAI models and close enough to the others for a limit. */
import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';
import { countInRuns } from './token-runs.ts';

/** Tokens of `text`. Names of special tokens inside it ("<|endoftext|>") count as the text that they are. */
export function countTokens(text: string): number {
  // The encoder is quadratic within one word, and text of a repository may be one word for kilobytes.
  return countInRuns(text, (run) => count(run, { disallowedSpecial: new Set<string>() }));
}

/**
 * A guess without encoding, for texts that need no exact count: about four characters a token in prose and code, one in
 * scripts without spaces. Within a quarter of the truth on ordinary source.
 */
export function estimateTokens(text: string): number {
  const ascii = text.replace(/[^\x00-\x7f]+/g, '').length;
  return Math.ceil(ascii / 3.6 + (text.length - ascii) * 0.8);
}
