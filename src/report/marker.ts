/**
 * The hidden first line by which the App finds its own comments again:
 * `<!-- aiderbot:v1 {"kind":"tracking",…} <hex HMAC> -->`. Anybody can paste a comment, so the line is signed; it is shown in
 * raw text and e-mails, so it holds no secret.
 */
import { z } from 'zod';

const markerSchema = z.strictObject({
  kind: z.enum(['tracking', 'reply', 'plan', 'pull-request', 'config', 'tasks']),
  run: z.string().max(100).optional(),
  /** Where the comment belongs, so that a copied marker proves nothing elsewhere: `owner/name#12`. */
  target: z.string().max(300),
});
export type Marker = z.infer<typeof markerSchema>;

/** Lower-case hex of an HMAC-SHA256 over the text's UTF-8 bytes, under the App's key. */
export type Sign = (text: string) => string;

export function writeMarker(marker: Marker, sign: Sign): string {
  const payload = encode(marker);
  return `<!-- aiderbot:v1 ${payload} ${sign(signed(payload))} -->`;
}

/** The marker of a comment, or undefined when it has none that this App signed. */
export function readMarker(body: string, sign: Sign): Marker | undefined {
  const match = /^<!-- aiderbot:v1 (\{.{1,1000}\}) ([0-9a-f]{64}) -->[ \t]*(?:\r?\n|$)/.exec(body);
  if (!match) return undefined;
  const [, payload = '', signature = ''] = match;
  if (!equal(sign(signed(payload)), signature)) return undefined;
  try {
    return markerSchema.parse(JSON.parse(payload));
  } catch {
    // Signed by an older or newer version with other fields: not ours to touch.
    return undefined;
  }
}

function signed(payload: string): string {
  return `aiderbot:v1 ${payload}`;
}

/** JSON that can neither end the HTML comment nor leave its line. */
function encode(marker: Marker): string {
  return JSON.stringify(markerSchema.parse(marker)).replace(
    /[<>&\u007f-\uffff]|-(?=-)|-$/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Looks at every character whatever came before, so that timing tells nothing about the right signature. */
function equal(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ (b.charCodeAt(at) || 0);
  return difference === 0;
}
