/** A question instead of a change: one call of the architect with the full context, and words as the result. */
import { fenceFor } from '../context/files.ts';
import { renderSpan } from '../context/spans.ts';
import { askSystem } from './prompts/ask.ts';
import type { CoderWorld, CodingJob } from './types.ts';

export type Answer = { type: 'answer'; text: string; cutOff: boolean } | { type: 'unusable'; reason: string };

/** The instruction of `job` is the question. `text` is a model's Markdown: hostile. */
export async function answerQuestion(job: CodingJob, world: CoderWorld): Promise<Answer> {
  const reply = await world.ask('architect', {
    system: askSystem,
    conventions: job.conventions,
    map: job.map,
    spans: job.spans,
    files: job.files,
    fence: fenceFor(job.files.map((file) => file.content)),
    focus: [job.instruction, ...job.spans.map((span) => span.text)].join('\n'),
    turns: [
      {
        role: 'user',
        content: renderSpan({ provenance: 'instruction', label: 'The question', text: job.instruction }),
      },
    ],
  });
  if (reply.finish === 'refusal') return { type: 'unusable', reason: 'the model refused to answer' };
  const text = reply.text.trim();
  if (text === '') return { type: 'unusable', reason: 'the model gave an empty answer' };
  return { type: 'answer', text, cutOff: reply.finish === 'length' };
}
