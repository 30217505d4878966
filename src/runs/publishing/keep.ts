/** Commits that cannot go where they were meant to are kept: on a branch of their own where one is taken, else as patches. */
import { isHopelessElsewhere, refusalWords } from '../../report/refusal.ts';
import type { KeptWork, PatchText } from '../../report/types.ts';
import { ownCommits, patchOf } from '../../workspace/rebase.ts';
import type { Refusal } from '../../workspace/refusal.ts';
import { head, type Workspace } from '../../workspace/workspace.ts';
import { RunEnded } from '../outcome.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { pushNewBranch } from './new-branch.ts';

/** Ends the run as failed for `reason`, with its commits on a side branch or, where none is taken, as patches. */
export async function keepAside(run: Run, reason: string, tools: RunTools): Promise<never> {
  run.record.set({ kept: await aside(run, tools) });
  throw new RunEnded({ kind: 'failed', reason });
}

/** For a run that ends before it could publish. Never throws: what ended it is what has to be told. */
export async function keepWhatIsLeft(run: Run, tools: RunTools): Promise<void> {
  const { record, workspace } = run;
  // What was only to be shown is kept nowhere.
  if (run.task.dryRun) return;
  const { commits, kept, stages } = record.facts;
  const isPublished = stages.some(({ name, state }) => name === 'publish' && state === 'done');
  if (commits.length === 0 || kept || isPublished) return;
  try {
    if ((await head(workspace)) === workspace.base) return;
    if ((await tools.forge.mayPush()) === 'yes') record.set({ kept: await aside(run, tools) });
  } catch (error) {
    tools.onError(error);
  }
}

async function aside(run: Run, tools: RunTools): Promise<KeptWork> {
  // A branch of ours with somebody else's commits would look like our word for them.
  if (run.request.start.pullRequest?.isFork) return asPatches(run, undefined);
  const { branch, result } = await pushNewBranch(run, tools);
  return result.state === 'pushed'
    ? { kind: 'branch', branch, page: tools.forge.comparePage(run.record.facts.base.branch, branch) }
    : asPatches(run, result.state === 'refused' ? result.refusal : undefined);
}

/** As `keepAside`, after a push to `branch` was refused: what is wrong everywhere is tried nowhere else. */
export async function keepRefused(
  run: Run,
  branch: string,
  refusal: Refusal,
  tools: RunTools,
): Promise<never> {
  const reason = refusalWords(refusal, branch);
  const isNew = !run.request.start.pullRequest;
  if (!isNew && !isHopelessElsewhere(refusal)) return keepAside(run, reason, tools);
  run.record.set({ kept: await asPatches(run, refusal) });
  throw new RunEnded({ kind: 'failed', reason });
}

/** The commits as mails. Files in which GitHub saw a secret are left out; without their names nothing can be shown. */
export async function asPatches({ workspace }: Run, refusal: Refusal | undefined): Promise<KeptWork> {
  const withheld = refusal?.kind === 'secret' ? refusal.paths : [];
  const isBlind = refusal?.kind === 'secret' && withheld.length === 0;
  const patches = isBlind ? [] : await patchesOf(workspace, withheld);
  return { kind: 'patch', base: workspace.base, patches, withheld };
}

/** The commits of the run as mails, oldest first; one that has nothing but withheld files is left out. */
export async function patchesOf(
  workspace: Workspace,
  withheld: readonly string[] = [],
): Promise<PatchText[]> {
  const patches: PatchText[] = [];
  for (const { id, message } of await ownCommits(workspace, workspace.base)) {
    const text = await patchOf(workspace, id, withheld);
    if (text.trim() !== '') patches.push({ subject: message.split('\n')[0] ?? '', text });
  }
  return patches;
}
