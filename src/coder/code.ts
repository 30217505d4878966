/** The coding loop on one page: plan, then one edit after another, each ending in a commit or in nothing. */
import { initGrammars } from '../../grammars/parser.ts';
import type { ContextFile } from '../context/files.ts';
import { ModelFault } from '../models/faults.ts';
import { restore } from '../workspace/workspace.ts';
import { codeAsAgent } from './agent/agent.ts';
import { makePlan, type Plan } from './architect.ts';
import type { StepResult } from './conclude.ts';
import { editStep } from './edit-step.ts';
import { mentionedPaths } from './mentioned.ts';
import { editor, newFiles, soleWriter } from './step-prompt.ts';
import { trackedTree } from './tracked-tree.ts';
import type { CoderWorld, CodingJob, CodingResult, DroppedStep, EditCommit, Reflection } from './types.ts';

export async function code(job: CodingJob, world: CoderWorld): Promise<CodingResult> {
  await initGrammars();
  switch (job.mode) {
    case 'architect':
      return codeInSteps(job, world);
    case 'direct':
      return whole(await editStep(job, ONLY, soleWriter(job), job.files, world));
    case 'agent': {
      const { unfinished, ...result } = await codeAsAgent(job, world);
      const coded = whole(result);
      // What an agent left when it was stopped may be green, and still not be what was asked for.
      return coded.outcome === 'done' && unfinished !== undefined
        ? { ...coded, outcome: 'partial', reason: unfinished }
        : coded;
    }
  }
}

/** The one step of a run without a plan. */
const ONLY = { number: 1, of: 1, title: '', text: '' };

async function codeInSteps(job: CodingJob, world: CoderWorld): Promise<CodingResult> {
  const commits: EditCommit[] = [];
  const dropped: DroppedStep[] = [];
  const reflections: Reflection[] = [];
  const suggestions: string[] = [];
  const facts = (plan: string) => ({ plan, commits, dropped, reflections, suggestions });

  world.progress({ type: 'planning' });
  const plan: Plan = job.plan ? { type: 'steps', intro: '', ...job.plan } : await makePlan(job, world);
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

  let files: ContextFile[] = [...job.files, ...(await namedInPlan(plan.text, job, world))];
  for (const [index, { title, text }] of plan.steps.entries()) {
    const step = { number: index + 1, of: plan.steps.length, title, text };
    let result: StepResult;
    try {
      result = await editStep(job, step, editor(job, step), files, world);
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
    if (result.outcome === 'question' && commits.length === 0 && job.points === 0)
      return { ...facts(plan.text), outcome: 'needs-answer', question: result.question };
    const lost =
      result.outcome === 'dropped'
        ? result.reason
        : result.outcome === 'question'
          ? `the editor asked: ${result.question}`
          : undefined;
    if (lost !== undefined) {
      dropped.push({ step: step.number, title, reason: lost });
      // Later steps were planned on top of this one; the points of a review stand each for itself.
      if (job.points === 0) break;
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

/** The result of a run that is one step, without a plan before it. */
function whole(result: StepResult): CodingResult {
  const { reflections, suggestions } = result;
  const facts = { plan: '', reflections, suggestions, commits: [], dropped: [] };
  switch (result.outcome) {
    case 'committed':
      return { ...facts, commits: [result.commit], ...judge([result.commit], [], 1) };
    case 'dropped':
      return { ...facts, outcome: 'failed', reason: result.reason };
    case 'nothing':
      return { ...facts, outcome: 'nothing-to-do', reason: result.reason };
    case 'question':
      return { ...facts, outcome: 'needs-answer', question: result.question };
  }
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
  const red = commits.at(-1)?.checks.find((check) => check.status !== 'green');
  if (!red) return { outcome: 'done' } as const;
  const how = red.status === 'red' ? 'still fails' : 'is not green';
  return { outcome: 'partial', reason: `\`${red.command}\` ${how}: ${red.reason}` } as const;
}

/** Files that the architect names and that were not in the context: the editor needs to see them. */
async function namedInPlan(plan: string, job: CodingJob, world: CoderWorld): Promise<ContextFile[]> {
  const tree = await trackedTree(world.workspace);
  return newFiles(mentionedPaths(plan, tree.list()), job.files, tree, 'named in the plan');
}
