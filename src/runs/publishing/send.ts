/** How commits get to a branch: by git, or made anew through the host's API where they have to be signed. */
import { z } from 'zod';
import { changesOf, treeOf } from '../../workspace/contents.ts';
import { type PushResult, push, pushResultSchema } from '../../workspace/push.ts';
import { ownCommits } from '../../workspace/rebase.ts';
import { head } from '../../workspace/workspace.ts';
import type { Signer } from '../forge.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';

export interface Target {
  branch: string;
  /** The commit that it must be at; undefined: it must not exist yet. */
  expected: string | undefined;
}

/** Brings HEAD to a branch, once for good. The ids of the run's commits are those on the branch afterwards. */
export async function send(run: Run, target: Target, tools: RunTools): Promise<PushResult> {
  const { sign } = run.request.settings.commits;
  const { forge, journal } = tools;
  const { signer } = forge;
  if (signer && (await mustSign(run, target, tools))) return sendSigned(signer, run, target, tools);
  const { workspace } = run;
  const result = await journal.step(
    'push',
    `${target.branch} ${await head(workspace)}`,
    pushResultSchema,
    () => push(workspace, forge.remote, target),
  );
  // Older kinds of protection do not show among the rules of a branch.
  const isUnsigned = result.state === 'refused' && result.refusal.kind === 'signatures';
  return isUnsigned && signer && sign === 'auto' ? sendSigned(signer, run, target, tools) : result;
}

/** Whether commits on the branch have to be signed, by the settings or by the rules of the branch. */
export async function mustSign(run: Run, target: Target, tools: RunTools): Promise<boolean> {
  const { sign } = run.request.settings.commits;
  const { signer } = tools.forge;
  if (!signer || sign === 'off') return false;
  return sign === 'api' || isDemanded(signer, target, tools);
}

function isDemanded(signer: Signer, { branch }: Target, { journal }: RunTools): Promise<boolean> {
  return journal.step('signing', branch, z.boolean(), () => signer.isDemandedOn(branch));
}

const madeSchema = z.object({ id: z.string(), tree: z.string() });

/** The same commits with the same trees, one for one; only who signs them, and so their ids, are others. */
async function sendSigned(
  signer: Signer,
  { workspace, record }: Run,
  target: Target,
  { journal }: RunTools,
): Promise<PushResult> {
  const ids = new Map<string, string>();
  let parent = { id: workspace.base, tree: await treeOf(workspace, workspace.base) };
  for (const { id, message } of await ownCommits(workspace, workspace.base)) {
    const under = parent;
    parent = await journal.step('signed-commit', id, madeSchema, async () =>
      signer.commit({ message, parent: under, changes: await changesOf(workspace, id) }),
    );
    if (parent.tree !== (await treeOf(workspace, id))) {
      const said = 'the host put other files together than those that were checked';
      return { state: 'refused', refusal: { kind: 'other', said } };
    }
    ids.set(id, parent.id);
  }
  const { id: commit } = parent;
  const result = await journal.step('push', `${target.branch} ${commit}`, pushResultSchema, () =>
    signer.moveBranch({ ...target, commit }),
  );
  if (result.state === 'pushed') {
    record.set({
      commits: record.facts.commits.map((made) => ({ ...made, id: ids.get(made.id) ?? made.id })),
    });
  }
  return result;
}
