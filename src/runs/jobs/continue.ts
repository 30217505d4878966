/** `continue`: one more round on what the former run of the thread was about, with what came of it before the models. */
import { z } from 'zod';
import { diffOfCommits } from '../../workspace/history.ts';
import { formerRun } from '../earlier.ts';
import { hashOf } from '../journal.ts';
import { fix } from '../pipeline.ts';
import type { Job, Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { continued } from './former.ts';
import { mergeBase } from './merge-base.ts';
import { plan } from './plan.ts';

const diffSchema = z.string().nullable();

/** Enough to see what people did to the work; the files themselves are shown as they are now. */
const LONGEST_DIFF = 12_000;

export const goOn: Job = async (run, tools) => {
  const { request, record, task } = run;
  if (task.mergeBase) return mergeBase(run, tools);
  record.stage('prepare', { state: 'done' });
  const former = formerRun(request.earlier);
  const { trigger } = tools.forge.voice;
  if (!former) {
    return {
      kind: 'refused',
      reason: `there is no earlier run here to go on with; \`${trigger} fix …\` starts one`,
    };
  }
  if (!former.ended) {
    return { kind: 'refused', reason: `run \`${former.id}\` is not at its end yet; wait for it, or stop it` };
  }
  const last = former.left.commits.at(-1)?.id;
  const since = last === undefined ? undefined : await changesSince(last, run, tools);
  const { instruction, spans } = continued(former, task.instruction, since);
  record.set({ request: instruction });
  const job = { ...request.job, instruction, spans: [...request.job.spans, ...spans] };
  const next: Run = { ...run, request: { ...request, job } };
  // Whoever answers the question of a plan waits for a plan.
  return former.verb === 'plan' ? plan(next, tools) : fix(next, tools);
};

/** What people changed on the branch after the former run; a step, since old contents have to be fetched. */
async function changesSince(
  last: string,
  { request, workspace }: Run,
  { journal, forge }: RunTools,
): Promise<string | undefined> {
  const range = { from: last, to: request.start.commit, most: LONGEST_DIFF };
  if (range.from === range.to) return undefined;
  const diff = await journal.step('changes-since', hashOf(range), diffSchema, async () => {
    return (await diffOfCommits(workspace, range, forge.remote)) ?? null;
  });
  return diff ?? undefined;
}
