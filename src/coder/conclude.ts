/** The end of a step: a commit, or everything as it was before. */
import type { ContextFile } from '../context/files.ts';
import { restore } from '../workspace/workspace.ts';
import { commitStep } from './commit-step.ts';
import type { Accept, Dropped, Nothing, Question } from './turn.ts';
import type { CoderWorld, CodingJob, EditCommit, Reflection } from './types.ts';

export type StepEnd =
  | { outcome: 'committed'; commit: EditCommit }
  | { outcome: 'dropped'; reason: string }
  | { outcome: 'nothing'; reason: string }
  | { outcome: 'question'; question: string };

export type StepResult = {
  reflections: Reflection[];
  suggestions: string[];
  /** Files in the context after the step. */
  files: ContextFile[];
  /** Why no further answer could be had to make it better. */
  unfinished?: string;
} & StepEnd;

/** Nothing of a step stays unless it ends in a commit. */
export async function conclude(
  job: CodingJob,
  step: { number: number; of: number; title: string },
  end: Accept | Dropped | Nothing | Question,
  gathered: { notes: string[]; reflections: number },
  world: CoderWorld,
): Promise<StepEnd> {
  if (end.type === 'accept') {
    const { paths, results } = end;
    const commit = await commitStep(job, step, { paths, results, ...gathered }, world);
    world.progress({ type: 'committed', commit });
    return { outcome: 'committed', commit };
  }
  await restore(world.workspace);
  switch (end.type) {
    case 'dropped':
      return { outcome: 'dropped', reason: end.reason };
    case 'nothing':
      return { outcome: 'nothing', reason: end.reason };
    case 'question':
      return { outcome: 'question', question: end.question };
  }
}
