/** The coding loop on one page: plan, then one edit after another, each ending in a commit or in nothing. */
import { initGrammars } from '../../grammars/parser.ts';
import type { ContextFile } from '../context/files.ts';
import { workspaceTree } from '../edits/index.ts';
import { ModelFault } from '../models/faults.ts';
import { restore } from '../workspace/workspace.ts';
import { makePlan } from './architect.ts';
import { editStep, type StepResult } from './edit-step.ts';
import { mentionedPaths } from './mentioned.ts';
import { newFiles } from './step-prompt.ts';
import type { CoderWorld, CodingJob, CodingResult, DroppedStep, EditCommit, Reflection } from './types.ts';

export async function code(job: CodingJob, world: CoderWorld): Promise<CodingResult> {
  const commits: EditCommit[] = [];
  const dropped: DroppedStep[] = [];
  const reflections: Reflection[] = [];
  const suggestions: string[] = [];
  const facts = (plan: string) => ({ plan, commits, dropped, reflections, suggestions });

  await initGrammars();
  world.progress({ type: 'planning' });
  const plan = await makePlan(job, world);
  switch (plan.type) {
    case 'question':
      return { ...facts(''), outcome: 'needs-answer', question: plan.question };
    case 'nothing':
      return { ...facts(''), outcome: 'nothing-to-do', reason: plan.reason };
    case 'unusable':
      return { ...facts(''), outcome: 'failed', reason: plan.reason };
    case 'steps':
  }
  world.progress({ type: 'planned', steps: plan.steps.map((step) => step.title) });

  let files: ContextFile[] = [...job.files, ...namedInPlan(plan.text, job, world)];
  for (const [index, { title, text }] of plan.steps.entries()) {
    const step = { number: index + 1, of: plan.steps.length, title, text };
    let result: StepResult;
    try {
      result = await editStep(job, step, files, world);
    } catch (error) {
      const reason = endOfMeans(error);
      if (reason === undefined || commits.length === 0) throw error;
      // What was committed before stands: it was verified and paid for.
      await restore(world.workspace);
      dropped.push({ step: step.number, title, reason });
      break;
    }
    files = result.files;
    reflections.push(...result.reflections);
    suggestions.push(...result.suggestions);
    if (result.outcome === 'committed') commits.push(result.commit);
    if (result.outcome === 'dropped') {
      dropped.push({ step: step.number, title, reason: result.reason });
      // Later steps were planned on top of this one.
      break;
    }
  }
  return { ...facts(plan.text), ...judge(commits, dropped, plan.steps.length) };
}

/** Money or room that ran out is no fault of the step; undefined for other errors. */
function endOfMeans(error: unknown): string | undefined {
  if (!(error instanceof ModelFault)) return undefined;
  if (error.kind === 'budget') return 'the cost limit was reached';
  return error.kind === 'context_exceeded' ? error.message : undefined;
}

function judge(commits: readonly EditCommit[], dropped: readonly DroppedStep[], steps: number) {
  const [lost] = dropped;
  const reason = lost ? `step ${lost.step} of ${steps} was dropped: ${lost.reason}` : '';
  if (commits.length === 0) {
    return lost
      ? ({ outcome: 'failed', reason: lost.reason } as const)
      : ({ outcome: 'nothing-to-do', reason: 'the edits left every file as it was' } as const);
  }
  if (lost) return { outcome: 'partial', reason } as const;
  const last = commits.at(-1);
  const red = last?.checks.find((check) => check.status !== 'green');
  return red
    ? ({ outcome: 'partial', reason: `\`${red.command}\` still fails: ${red.reason}` } as const)
    : ({ outcome: 'done' } as const);
}

/** Files that the architect names and that were not in the context: the editor needs to see them. */
function namedInPlan(plan: string, job: CodingJob, world: CoderWorld): ContextFile[] {
  const tree = workspaceTree(world.workspace.dir);
  return newFiles(mentionedPaths(plan, tree.list()), job.files, tree, 'named in the plan');
}
