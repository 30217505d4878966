/** Makes a prompt fit: the outline of the repository goes first, then old comments, then files are shown in parts, never the request. */
import type { ChatMessage } from '../models/types.ts';
import type { ContextFile } from './files.ts';
import { assemble, type PromptParts } from './messages.ts';
import type { Span } from './spans.ts';

/** How much a model can take, and how it counts. */
export interface Room {
  /** Most tokens of the whole request. */
  tokens: number;
  /** Tokens of a request with these messages; never too few. */
  count(messages: ChatMessage[]): Promise<number>;
}

export type Fitted =
  | {
      ok: true;
      messages: ChatMessage[];
      /** As counted; at most `room.tokens`. */
      tokens: number;
      /** What was done to make it fit, as sentence fragments for people; empty when nothing was. */
      reduced: string[];
    }
  /** `least`: tokens of the smallest form. */
  | { ok: false; least: number };

/** One way to make a prompt smaller, in `steps` steps of growing loss. */
interface Reduction {
  steps: number;
  at(step: number): PromptParts;
  said(step: number): string;
}

/**
 * The messages of a prompt, reduced in a fixed order until they fit: without the map; without comments, oldest first, the
 * opening post last and then shortened; files in parts, the least important first. Each way is used only as far as needed,
 * the next one only when the one before is used up. What is returned was counted as a whole.
 */
export async function fitPrompt(parts: PromptParts, room: Room): Promise<Fitted> {
  const measure = async (candidate: PromptParts) => {
    const messages = assemble(candidate);
    return { messages, tokens: await room.count(messages) };
  };
  const whole = await measure(parts);
  if (whole.tokens <= room.tokens) return { ok: true, ...whole, reduced: [] };
  let base = parts;
  let least = whole.tokens;
  const reduced: string[] = [];
  for (const way of [withoutMap, withoutThread, inParts]) {
    const reduction = way(base);
    if (reduction.steps === 0) continue;
    let fitting = await measure(reduction.at(reduction.steps));
    least = Math.min(least, fitting.tokens);
    if (fitting.tokens <= room.tokens) {
      let high = reduction.steps;
      for (let low = 1; low < high; ) {
        const middle = Math.floor((low + high) / 2);
        const tried = await measure(reduction.at(middle));
        if (tried.tokens <= room.tokens) {
          high = middle;
          fitting = tried;
        } else low = middle + 1;
      }
      return { ok: true, ...fitting, reduced: [...reduced, reduction.said(high)] };
    }
    base = reduction.at(reduction.steps);
    reduced.push(reduction.said(reduction.steps));
  }
  return { ok: false, least };
}

function withoutMap(parts: PromptParts): Reduction {
  return {
    steps: parts.map === '' ? 0 : 1,
    at: () => ({ ...parts, map: '' }),
    said: () => 'without the outline of the repository',
  };
}

/** Halves of the opening post that may go, after everything else of the thread. */
const OPENING_CUTS = 5;

function withoutThread(parts: PromptParts): Reduction {
  const [opening, ...others] = parts.spans;
  // Comments go before code under review: it is what the request speaks of.
  const order = [
    ...others.filter((span) => span.provenance !== 'repository'),
    ...others.filter((span) => span.provenance === 'repository'),
  ];
  if (!opening) return { steps: 0, at: () => parts, said: () => '' };
  return {
    steps: others.length + OPENING_CUTS,
    at(step) {
      const dropped = Math.min(step, others.length);
      const cuts = step - dropped;
      const gone = new Set(order.slice(0, dropped));
      return {
        ...parts,
        spans: [cuts === 0 ? opening : shortened(opening, cuts), ...others.filter((span) => !gone.has(span))],
        ...(dropped > 0 ? { leftOut: dropped } : {}),
      };
    },
    said(step) {
      const dropped = Math.min(step, others.length);
      const comments = `without ${dropped === 1 ? 'the oldest comment' : `${dropped} comments and excerpts`} of the thread`;
      const cut = 'with the opening post shortened';
      return [...(dropped > 0 ? [comments] : []), ...(step > dropped ? [cut] : [])].join(' and ');
    },
  };
}

/** Beginning and end: a report tells what is wrong at its start, and a log at its end. */
function shortened(span: Span, cuts: number): Span {
  const keep = Math.floor(span.text.length / 2 ** cuts);
  const head = Math.ceil(keep * 0.75);
  const cut = span.text.length - keep;
  return {
    ...span,
    text: `${wholeCharacters(span.text.slice(0, head))}\n[${cut} characters left out]\n${wholeCharacters(span.text.slice(span.text.length - (keep - head)))}`,
  };
}

/** A cut through a surrogate pair would leave half a character at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

/** Tokens for each file that is shown in parts: one file after another at the first, then all at the next ones. */
const PART_TOKENS = [3_000, 1_000, 300, 60] as const;

function inParts(parts: PromptParts): Reduction {
  const { files } = parts;
  const steps = files.length + PART_TOKENS.length - 1;
  const at = (step: number): PromptParts => {
    const many = Math.min(step, files.length);
    const most = PART_TOKENS[step - many] ?? PART_TOKENS[0];
    return {
      ...parts,
      files: files.map((file, index) => (index < files.length - many ? file : cut(file, most))),
    };
  };
  return {
    steps: files.length === 0 ? 0 : steps,
    at,
    said: (step) => `with ${Math.min(step, files.length)} of ${files.length} files in parts`,
  };
}

function cut(file: ContextFile, most: number): ContextFile {
  return { ...file, partTokens: Math.min(most, file.partTokens ?? most) };
}
