/** A free-text tool for vendors that only know functions: the text travels as one string. */
import { z } from 'zod';

/** The schema's fields, without `type: object`. */
export const FREE_TEXT_FIELDS = {
  properties: { input: { type: 'string', description: 'The whole input, as free text.' } },
  required: ['input'],
};

const WrappedSchema = z.object({ input: z.string() });

/** The arguments that carry a free text. */
export function wrapFreeText(text: string): string {
  return JSON.stringify({ input: text });
}

/** The free text in the arguments; the arguments themselves when the model sent something else. */
export function unwrapFreeText(json: string): string {
  try {
    const parsed = WrappedSchema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data.input : json;
  } catch {
    return json;
  }
}
