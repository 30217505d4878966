/** Models that think in the text, inside a tag, instead of in a field of their own. */
import type { ModelEvent } from '../types.ts';

/**
 * Moves what stands in `<tag>…</tag>` at the beginning of an answer from the text to the reasoning. Only there: the same
 * tag later is part of what the model writes. A model that leaves the opening tag out is not repaired while streaming.
 */
export async function* stripReasoningTag(
  events: AsyncIterable<ModelEvent>,
  tag: string | undefined,
): AsyncGenerator<ModelEvent, void, void> {
  if (tag === undefined) {
    yield* events;
    return;
  }
  const splitter = createTagSplitter(tag);
  for await (const event of events) {
    if (event.type === 'text') yield* splitter.push(event.text);
    else {
      if (event.type === 'finish' || event.type === 'tool_call') yield* splitter.end();
      yield event;
    }
  }
}

function createTagSplitter(tag: string) {
  const open = `<${tag}>`;
  const close = `</${tag}>`;
  let state: 'before' | 'inside' | 'after' = 'before';
  let held = '';

  function* emit(type: 'text' | 'reasoning', text: string): Generator<ModelEvent> {
    if (text) yield { type, text };
  }

  return {
    *push(text: string): Generator<ModelEvent> {
      if (state === 'after') return yield* emit('text', text);
      held += text;
      if (state === 'before') {
        const start = held.trimStart();
        if (open.startsWith(start.slice(0, open.length)) && start.length < open.length) return;
        state = start.startsWith(open) ? 'inside' : 'after';
        held = state === 'inside' ? start.slice(open.length) : held;
        if (state === 'after') {
          yield* emit('text', held);
          held = '';
          return;
        }
      }
      const end = held.indexOf(close);
      if (end >= 0) {
        state = 'after';
        yield* emit('reasoning', held.slice(0, end));
        yield* emit('text', held.slice(end + close.length).trimStart());
        held = '';
        return;
      }
      // The closing tag may be split over pieces.
      const safe = Math.max(0, held.length - close.length + 1);
      yield* emit('reasoning', held.slice(0, safe));
      held = held.slice(safe);
    },
    *end(): Generator<ModelEvent> {
      yield* emit(state === 'inside' ? 'reasoning' : 'text', held);
      held = '';
      state = 'after';
    },
  };
}
