/** Typed provenance of every piece of text that a model sees. Only instructions and trusted config may direct it. */
import { createHash } from 'node:crypto';
import { cleanUserText } from '../lib/clean-text.ts';
import { removeInvisible } from '../lib/invisible.ts';
import type { ImagePart } from '../models/types.ts';

/**
 * - `instruction`: the triggering command of a permitted person.
 * - `trusted-config`: files of the default branch that the product treats as instructions.
 * - the others are data, whoever wrote them.
 */
export type Provenance =
  | 'instruction'
  | 'trusted-config'
  | 'repository'
  | 'writer-comment'
  | 'outsider'
  | 'check-log'
  | 'bot';

export interface Span {
  provenance: Provenance;
  /** What this is, for the model: "issue #12, title and body, by @ada". Written by the harness from checked values. */
  label: string;
  text: string;
  /** Data like the text. */
  images?: readonly ImagePart[];
}

/** Sources whose raw text may hide characters, comments or attributes that a person would not see. */
const hidden: ReadonlySet<Provenance> = new Set([
  'writer-comment',
  'outsider',
  'bot',
  'instruction',
  // A pull request that nobody read closely may have put them there ("rules file backdoor").
  'trusted-config',
]);

/** What a person who reads the source would see of it: comments and attributes stay, characters without a form do not. */
function seen(span: Span): string {
  return hidden.has(span.provenance) ? cleanUserText(span.text).text : removeInvisible(span.text).text;
}

/** Text that may direct the model stands as it is; everything else stands between boundary lines, marked as data. */
export function renderSpan(span: Span): string {
  const text = seen(span);
  if (span.provenance === 'instruction' || span.provenance === 'trusted-config')
    return `${span.label}:\n\n${text}`;
  const id = boundary(text);
  return `<<data ${id}: ${oneLine(span.label)}>>\n${text}${imageWords(span)}\n<<end of data ${id}>>`;
}

/** Words in an image are no more an instruction than those around it. */
function imageWords({ images = [] }: Span): string {
  if (images.length === 0) return '';
  return `\n[${images.length === 1 ? 'An image' : `${images.length} images`} of this text ${images.length === 1 ? 'is' : 'are'} attached to this message, and data as well]`;
}

/**
 * A boundary that the text does not contain, so that no text can end its own span. From the content, not from chance: equal
 * input must give byte-equal prompts, or no provider could cache them.
 */
function boundary(text: string): string {
  for (let salt = 0; ; salt++) {
    const id = createHash('sha256').update(`${salt}\0${text}`).digest('hex').slice(0, 8);
    if (!text.includes(id)) return id;
  }
}

/** Labels hold names from GitHub (titles, logins): one line, bounded, without the boundary's own marks. */
function oneLine(label: string): string {
  return label
    .replaceAll(/[<>\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
