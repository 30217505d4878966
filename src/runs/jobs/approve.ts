/** `approve`: carries out exactly the plan that a person has read, by the editor alone and in no other file. */
import { z } from 'zod';
import { code } from '../../coder/code.ts';
import { looksSecret } from '../../coder/secret-files.ts';
import type { ContextFile } from '../../context/files.ts';
import { workspaceTree } from '../../edits/index.ts';
import { shortHash } from '../../report/plan.ts';
import type { PlanFacts } from '../../report/types.ts';
import { changedSince } from '../../workspace/history.ts';
import { runBaseline } from '../stages/check.ts';
import { coderWorld } from '../stages/coder-world.ts';
import { readConventions } from '../stages/conventions.ts';
import { publish } from '../stages/publish.ts';
import { recordTree } from '../stages/tree.ts';
import type { Job, Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { threadDigest } from './plan.ts';
import { choosePlan, staleness } from './plan-choice.ts';

const editedSchema = z.string().nullable();
const changedSchema = z.array(z.string()).nullable();

export const approve: Job = async (run, tools) => {
  const { task, request, workspace, record } = run;
  record.stage('prepare', { state: 'done' });
  const choice = choosePlan(request.earlier, task.issue, task.instruction);
  if (!choice.ok) return { kind: 'refused', reason: choice.reason };
  const { plan } = choice;
  const { trigger } = tools.forge.voice;
  const stale = await whyStale(run, choice, tools);
  if (stale !== undefined) {
    return {
      kind: 'refused',
      reason: `plan \`${shortHash(plan.hash)}\` is stale: ${stale}. \`${trigger} plan\` makes a new one`,
    };
  }
  record.set({
    request: plan.instruction,
    carriesOut: { run: choice.run.id, hash: plan.hash },
    context: plan.context,
  });
  const checks = await runBaseline(request, workspace, tools, record);
  const files = filesOf(plan, run);
  const paths = files.map(({ path }) => path);
  const world = coderWorld(request, workspace, checks.check, tools, record);
  const text = plan.steps.map((step) => step.text).join('\n\n');
  const result = await code(
    {
      ...request.job,
      mode: 'architect',
      instruction: plan.instruction,
      plan: { text, steps: plan.steps },
      only: plan.files.map(({ path }) => path),
      files,
      map: '',
      conventions: await readConventions(request, task, paths, workspace, tools),
      baseline: checks.baseline,
    },
    world,
  );
  await recordTree(workspace, tools);
  return publish(result, run, checks, tools);
};

async function whyStale(
  { request, workspace }: Run,
  { run, plan }: { run: Run['request']['earlier'][number]; plan: PlanFacts },
  { journal, forge }: RunTools,
): Promise<string | undefined> {
  const edited = await journal.step('edited-since', run.id, editedSchema, async () => {
    return (await forge.editedSince(run)) ?? null;
  });
  const changed = await journal.step('changed-since', plan.base, changedSchema, async () => {
    return (await changedSince(workspace, plan.base)) ?? null;
  });
  return staleness(plan, {
    thread: threadDigest(request.thread),
    instructionEdited: edited ?? undefined,
    changed: changed ?? undefined,
  });
}

/** What the architect had before it, and the files that it wants to change: all that the editor of a `fix` would see. */
function filesOf(plan: PlanFacts, { workspace }: Run): ContextFile[] {
  const tree = workspaceTree(workspace.dir);
  const known = new Set(plan.context.map(({ path }) => path));
  const named = plan.files
    .filter(({ path }) => !known.has(path))
    .map(({ path }) => ({ path, reasons: ['named in the plan'] }));
  return [...plan.context, ...named].flatMap(
    ({ reasons, partTokens, ...file }: PlanFacts['context'][number]) => {
      const entry = looksSecret(file.path) ? undefined : tree.read(file.path);
      if (entry?.type !== 'file') return [];
      const content = new TextDecoder().decode(entry.bytes);
      return [
        { ...file, content, reasons: [...reasons], ...(partTokens === undefined ? {} : { partTokens }) },
      ];
    },
  );
}
