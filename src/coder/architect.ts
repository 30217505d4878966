/** The first of the two models: plans in prose from the full context, writes no edits. */
import { fenceFor } from '../context/files.ts';
import { renderSpan } from '../context/spans.ts';
import { architectSystem } from './prompts/architect.ts';
import type { CoderWorld, CodingJob } from './types.ts';

export type Plan =
  /** `intro`: what stands before the first step; each step's text begins with it. */
  | { type: 'steps'; text: string; intro: string; steps: readonly { title: string; text: string }[] }
  | { type: 'question'; question: string }
  | { type: 'nothing'; reason: string }
  | { type: 'unusable'; reason: string };

export async function makePlan(job: CodingJob, world: CoderWorld): Promise<Plan> {
  const reply = await world.ask('architect', {
    system: architectSystem,
    conventions: job.conventions,
    map: job.map,
    spans: job.spans,
    files: job.files,
    fence: fenceFor(job.files.map((file) => file.content)),
    focus: [job.instruction, ...job.spans.map((span) => span.text)].join('\n'),
    turns: [
      {
        role: 'user',
        content: [
          renderSpan({ provenance: 'instruction', label: 'The request', text: job.instruction }),
          ...(job.points > 0 ? [stepsOfPoints(job.points)] : []),
        ].join('\n\n'),
      },
    ],
  });
  if (reply.finish === 'refusal')
    return { type: 'unusable', reason: 'the architect model refused to answer' };
  if (reply.finish === 'length')
    return { type: 'unusable', reason: "the architect's plan was cut off by its output limit" };
  return readPlan(reply.text, Math.max(MAX_STEPS, job.points));
}

const stepHeading = /^#{1,6}[ \t]*(?:step|edit)[ \t]+\d{1,2}\b[ \t]*[:.)–-]?[ \t]*(.*)$/i;
const MAX_STEPS = 5;

/** Each point is answered with the commit that settles it, which is known by the number of its step. */
const stepsOfPoints = (points: number) =>
  `The request has ${points} points. Make one step of each, with the number of the point, ${points} in all. Say so under its heading when a point needs no change.`;

/** Reads a plan: question, nothing to do, or one to `most` steps. Text before the first heading belongs to every step. */
export function readPlan(text: string, most = MAX_STEPS): Plan {
  const trimmed = text.trim();
  if (trimmed === '') return { type: 'unusable', reason: 'the architect gave an empty answer' };
  const question = /^\**QUESTION:\**\s*(.+)/is.exec(trimmed)?.[1];
  if (question) return { type: 'question', question: question.trim() };
  const nothing = /^\**NOTHING TO DO:?\**\s*(.*)/is.exec(trimmed);
  if (nothing)
    return { type: 'nothing', reason: nothing[1]?.trim() || 'the architect saw nothing to change' };

  const intro: string[] = [];
  const steps: { title: string; lines: string[] }[] = [];
  for (const line of trimmed.split('\n')) {
    const heading = stepHeading.exec(line.replaceAll('*', '').trimEnd());
    const open = steps.at(-1);
    if (heading && steps.length < most) {
      steps.push({
        title: heading[1]?.trim() || `step ${steps.length + 1}`,
        lines: [line],
      });
    } else if (open) open.lines.push(line);
    else intro.push(line);
  }
  if (steps.length < 2)
    return {
      type: 'steps',
      text: trimmed,
      intro: '',
      steps: [{ title: steps[0]?.title ?? '', text: trimmed }],
    };
  const preface = intro.join('\n').trim();
  return {
    type: 'steps',
    text: trimmed,
    intro: preface,
    steps: steps.map(({ title, lines }) => ({
      title,
      text: [preface, lines.join('\n').trim()].filter((part) => part !== '').join('\n\n'),
    })),
  };
}
