/** The commits for a pull request from a fork: nothing can be pushed there, so its author gets them as suggestions. */
import { z } from 'zod';
import { fileChanges } from '../../workspace/hunks.ts';
import { remoteRef } from '../../workspace/push.ts';
import { head } from '../../workspace/workspace.ts';
import { type Suggested, suggestedSchema } from '../forge.ts';
import { hashOf } from '../journal.ts';
import { RunEnded } from '../outcome.ts';
import type { Checks } from '../stages/check.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { adopt } from './adopt.ts';
import { asPatches, patchesOf } from './keep.ts';

const MOST_ADOPTIONS = 3;

/** Posts what the run changed, on top of what the author pushed meanwhile, as one review of the pull request. */
export async function suggest(start: Run, checks: Checks, tools: RunTools): Promise<void> {
  const { pullRequest, baseBranch: branch, ref } = start.request.start;
  const { forge, journal } = tools;
  if (!pullRequest || ref === undefined || !forge.suggest) throw new Error('There is nobody to suggest to.');
  let run = start;
  let present = checks;
  for (let adoptions = 0; ; adoptions++) {
    const { workspace, record } = run;
    const there = await journal.step('fork-head', await head(workspace), z.string().nullable(), async () => {
      return (await remoteRef(workspace, forge.remote, ref)) ?? null;
    });
    if (there === null || there === workspace.base || adoptions === MOST_ADOPTIONS) break;
    const adopted = await adopt(run, { checks: present, mayWorsen: false }, { ref, there, branch }, tools);
    if (!adopted.ok) {
      record.set({ kept: await asPatches(run, undefined) });
      throw new RunEnded({ kind: 'failed', reason: adopted.reason });
    }
    record.stage('publish', { state: 'running', suggests: true });
    present = adopted.checks;
    run = { ...run, workspace: adopted.workspace };
  }
  const { workspace, record } = run;
  const commit = await head(workspace);
  if (commit === workspace.base) return;
  const changes = await fileChanges(workspace, workspace.base, commit);
  const patches = await patchesOf(workspace);
  const post = forge.suggest;
  const suggested: Suggested = await journal.step(
    'suggest',
    hashOf([workspace.base, commit]),
    suggestedSchema,
    () =>
      post({
        pullRequest: pullRequest.number,
        commit: workspace.base,
        changes,
        patches,
        facts: record.facts,
      }),
  );
  record.set({ suggested });
}
