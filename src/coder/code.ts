/** The coding loop on one page: plan, then one edit after another, each ending in a commit or in nothing. */
import { initGrammars } from '../../grammars/parser.ts';
import type { ContextFile } from '../context/files.ts';
import { restore, stage } from '../workspace/workspace.ts';
import { type AgentWork, codeAsAgent } from './agent/agent.ts';
import { makePlan, type Plan } from './architect.ts';
import type { StepEnd, StepResult } from './conclude.ts';
import { editStep } from './edit-step.ts';
import { endOfMeans } from './means.ts';
import { mentionedPaths } from './mentioned.ts';
import { editor, newFiles, soleWriter } from './step-prompt.ts';
import { trackedTree } from './tracked-tree.ts';
import type { CoderWorld, CodingJob, CodingResult, DroppedStep, EditCommit, Reflection } from './types.ts';
import { checksAfter } from './verify.ts';

export async function code(job: CodingJob, world: CoderWorld): Promise<CodingResult> {
  await initGrammars();
  switch (job.mode) {
    case 'architect':
      return codeInSteps(job, world);
    case 'direct':
      return codeAtOnce(job, world);
    case 'agent':
      return agentResult(await codeAsAgent(job, world), world);
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
  let baseline = job.baseline;
  for (const [index, { title, text }] of plan.steps.entries()) {
    const step = { number: index + 1, of: plan.steps.length, title, text };
    let result: StepResult;
    try {
      result = await editStep({ ...job, baseline }, step, editor(job, step), files, world);
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
    if (result.outcome === 'committed') {
      commits.push(result.commit);
      baseline = checksAfter(baseline, result.commit.checks);
    }
    if (result.outcome === 'question' && commits.length === 0 && job.points === 0)
      return { ...facts(plan.text), outcome: 'needs-answer', question: result.question };
    const lost = lostBy(result, 'editor');
    if (lost !== undefined) {
      dropped.push({ step: step.number, title, reason: lost });
      // Later steps were planned on top of this one; the points of a review stand each for itself.
      if (job.points === 0) break;
    }
  }
  await checkWhole(commits, world);
  return { ...facts(plan.text), ...judge(commits, dropped, plan.steps.length) };
}

/** Why a step has no commit that should have one. */
function lostBy(result: StepEnd, who: string): string | undefined {
  if (result.outcome === 'dropped') return result.reason;
  return result.outcome === 'question' ? `the ${who} asked: ${result.question}` : undefined;
}

/** One step, without a plan before it. */
async function codeAtOnce(job: CodingJob, world: CoderWorld): Promise<CodingResult> {
  const result = await editStep(job, ONLY, soleWriter(job), job.files, world);
  const { reflections, suggestions, unfinished } = result;
  const facts = { plan: '', reflections, suggestions, dropped: [] };
  if (result.outcome !== 'committed') return { ...facts, commits: [], ...withoutCommits(result) };
  const commits = [result.commit];
  await checkWhole(commits, world);
  return { ...facts, commits, ...unlessStopped(judge(commits, [], 1), unfinished) };
}

async function agentResult(work: AgentWork, world: CoderWorld): Promise<CodingResult> {
  const { commits, reflections, end, unfinished } = work;
  const facts = { plan: '', suggestions: [], reflections, commits };
  if (end.outcome !== 'committed' && commits.length === 0)
    return { ...facts, dropped: [], ...withoutCommits(end) };
  await checkWhole(commits, world);
  const lost = unfinished === undefined ? lostBy(end, 'model') : undefined;
  const dropped = lost === undefined ? [] : [{ step: commits.length + 1, title: '', reason: lost }];
  return { ...facts, dropped, ...unlessStopped(judge(commits, dropped, 0), unfinished) };
}

function withoutCommits(end: Exclude<StepEnd, { outcome: 'committed' }>) {
  switch (end.outcome) {
    case 'dropped':
      return { outcome: 'failed', reason: end.reason } as const;
    case 'nothing':
      return { outcome: 'nothing-to-do', reason: end.reason } as const;
    case 'question':
      return { outcome: 'needs-answer', question: end.question } as const;
  }
}

/** What is left when a run is stopped may be green, and still not be what was asked for. */
function unlessStopped(judged: ReturnType<typeof judge>, unfinished: string | undefined) {
  if (unfinished === undefined || judged.outcome === 'failed') return judged;
  const more = judged.outcome === 'partial' ? `; ${judged.reason}` : '';
  return { outcome: 'partial', reason: `${unfinished}${more}` } as const;
}

/**
 * The full test on the last commit, where edits are checked by a faster one and it has not been run there: what it says
 * joins the evidence of that commit.
 */
async function checkWhole(commits: EditCommit[], world: CoderWorld): Promise<void> {
  const last = commits.at(-1);
  if (!last) return;
  const results = await world.checkWhole(await stage(world.workspace, []));
  const more = results.filter(({ command }) => last.checks.every((known) => known.command !== command));
  if (more.length === 0) return;
  const checks = [...last.checks, ...more];
  const commit = { ...last, checks, green: checks.every((check) => check.status === 'green') };
  commits[commits.length - 1] = commit;
  world.progress({ type: 'rechecked', commit });
}

/** `steps`: 0 when nobody planned any. */
function judge(commits: readonly EditCommit[], dropped: readonly DroppedStep[], steps: number) {
  const [lost] = dropped;
  if (commits.length === 0) {
    return lost
      ? ({ outcome: 'failed', reason: lost.reason } as const)
      : ({ outcome: 'nothing-to-do', reason: 'the edits left every file as it was' } as const);
  }
  if (lost) {
    const what = steps === 0 ? 'the last change' : `step ${lost.step} of ${steps}`;
    return { outcome: 'partial', reason: `${what} was dropped: ${lost.reason}` } as const;
  }
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
