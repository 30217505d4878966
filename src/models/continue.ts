/** How an answer that the output limit cut is asked for further, and how its pieces become one text. */
import type { ModelProfile } from './profile.ts';
import type { ChatMessage, ModelRequest } from './types.ts';

/** Repetitions shorter than this are left alone: they may be what the model meant. */
const LEAST_OVERLAP = 16;
const MOST_OVERLAP = 2_000;

/**
 * The request for the next piece. Models that take a prefill go on from their own words; the others get a turn that tells
 * them to. A prefill may not end in white space (Anthropic refuses it), and takes no thinking.
 */
export function continuation(request: ModelRequest, soFar: string, profile: ModelProfile): ModelRequest {
  if (profile.prefill && !request.reasoning)
    return { ...request, messages: [...request.messages, { role: 'assistant', content: soFar.trimEnd() }] };
  const turns: ChatMessage[] = [
    { role: 'assistant', content: soFar },
    { role: 'user', content: continueTurn(soFar) },
  ];
  return { ...request, messages: [...request.messages, ...turns] };
}

// The last words are quoted because models otherwise start their last block, or the whole answer, again.
function continueTurn(soFar: string): string {
  const end = soFar.slice(-200);
  return [
    'Your answer was cut by the output limit. Write the rest of it now.',
    'Begin with the very next character after the end quoted below: no greeting, no summary, no repeated line, and no new code fence when one is open.',
    `It ended with:\n${end}`,
  ].join('\n');
}

/** What was said so far, as the next piece continues it. */
export function spokenSoFar(soFar: string, request: ModelRequest, profile: ModelProfile): string {
  return profile.prefill && !request.reasoning ? soFar.trimEnd() : soFar;
}

/** Puts a piece behind another and leaves out what it repeats from its end. */
export function joinPieces(before: string, after: string): string {
  const longest = Math.min(before.length, after.length, MOST_OVERLAP);
  for (let length = longest; length >= LEAST_OVERLAP; length--) {
    const repeated = after.slice(0, length);
    if (repeated.trim().length >= LEAST_OVERLAP / 2 && before.endsWith(repeated))
      return before + after.slice(length);
  }
  return before + after;
}
