/** `plan`: the first half of a `fix`. What the architect wants becomes something that a person can approve; nothing changes. */
import { z } from 'zod';
import { makePlan, type Plan } from '../../coder/architect.ts';
import { plannedFiles } from '../../coder/planned-files.ts';
import { workspaceTree } from '../../edits/index.ts';
import { countTokens } from '../../lib/tokens.ts';
import type { Outcome, PlanFacts } from '../../report/types.ts';
import { trackedPaths } from '../../workspace/staged.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Thread } from '../forge.ts';
import { hashOf } from '../journal.ts';
import { NO_CHECKS, repositoryChecks } from '../stages/check.ts';
import { chooseContext } from '../stages/choose.ts';
import { coderWorld } from '../stages/coder-world.ts';
import type { Job, Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { estimateOf, type StepSize } from './plan-estimate.ts';

export const plan: Job = async (run, tools) => {
  const { task, request, workspace, record } = run;
  record.stage('prepare', { state: 'done' });
  const context = await chooseContext(request, task, workspace, tools, record);
  const world = coderWorld(request, workspace, NO_CHECKS, tools, record);
  world.progress({ type: 'planning' });
  const made = await makePlan({ ...request.job, ...context, baseline: [] }, world);
  if (made.type !== 'steps') return endOf(made);
  world.progress({ type: 'planned', steps: made.steps.map((step) => step.title) });

  const tracked = await trackedPaths(workspace);
  const off = new Set(request.job.untouched);
  const filesOf = (text: string) =>
    plannedFiles(text, tracked, request.job.protect).filter(({ path }) => !off.has(path));
  const files = filesOf(made.text);
  if (files.length === 0) {
    return {
      kind: 'failed',
      reason:
        'the plan of the architect names no file of the repository, so there is nothing that could be approved; ask again and name the files that it is about',
    };
  }
  const steps = made.steps.map(({ title, text }) => ({
    title,
    text,
    files: filesOf(text.startsWith(made.intro) ? text.slice(made.intro.length) : text).map(
      ({ path }) => path,
    ),
  }));
  const covered: Omit<PlanFacts, 'hash' | 'checks' | 'estimate' | 'context' | 'intro'> = {
    instruction: request.job.instruction,
    thread: threadDigest(request.thread),
    base: request.start.commit,
    steps,
    files,
  };
  const shown = context.files.map(({ content: _content, ...file }) => file);
  const facts: PlanFacts = {
    ...covered,
    hash: hashOf(covered),
    intro: made.intro,
    context: shown,
    checks: (await repositoryChecks(request, workspace, tools)).map(({ kind, command }) => ({
      kind,
      command,
    })),
    estimate: await estimate(
      run,
      steps,
      [...shown, ...files].map(({ path }) => path),
      tools,
    ),
  };
  record.set({ answer: { kind: 'plan', plan: facts } });
  return { kind: 'done' };
};

/** Names title and body of a thread: a plan for another text is another plan. */
export function threadDigest({ title, body }: Pick<Thread, 'title' | 'body'>): string {
  return hashOf([title, body]);
}

function endOf(made: Exclude<Plan, { type: 'steps' }>): Outcome {
  switch (made.type) {
    case 'question':
      return { kind: 'needs-answer', question: made.question };
    case 'nothing':
      return { kind: 'nothing-to-do', reason: made.reason };
    case 'unusable':
      return { kind: 'failed', reason: made.reason };
  }
}

const rangeSchema = z.object({ least: z.number(), most: z.number() });
const estimateSchema = z.object({ tokens: rangeSchema, usd: rangeSchema.optional() });

/** A step of the journal: prices may be others when the run is told again. */
async function estimate(
  { request, workspace }: Run,
  steps: PlanFacts['steps'],
  shown: readonly string[],
  { journal, models }: RunTools,
): Promise<PlanFacts['estimate']> {
  return journal.step('estimate', '', estimateSchema, async () => {
    const files = fileTokens(workspace, [...new Set(shown)]);
    const sizes = steps.map(
      (step): StepSize => ({ plan: countTokens(step.text), files, changes: Math.max(1, step.files.length) }),
    );
    return estimateOf(sizes, {
      reflections: request.job.maxReflections,
      price: (purpose, usage) => models.price(models[purpose], usage),
    });
  });
}

function fileTokens(workspace: Workspace, paths: readonly string[]): number {
  const tree = workspaceTree(workspace.dir);
  return paths.reduce((sum, path) => {
    const entry = tree.read(path);
    return sum + (entry?.type === 'file' ? countTokens(new TextDecoder().decode(entry.bytes)) : 0);
  }, 0);
}
