/** Somebody pushed to the branch meanwhile: our commits go on top of theirs, and are checked again there. */
import { verifiedBy } from '../../coder/commit-step.ts';
import { judgeStep } from '../../coder/verdict.ts';
import { withVerified } from '../../report/commit-message.ts';
import type { CommitFacts } from '../../report/types.ts';
import { fetchRef } from '../../workspace/cache.ts';
import { newcomers, type OwnCommit, ownCommits, pick, storeOf } from '../../workspace/rebase.ts';
import { changedPaths, commit, head, moveTo, stage, type Workspace } from '../../workspace/workspace.ts';
import type { Checks } from '../stages/check.ts';
import { goOn } from '../stop.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';

export interface Adoption {
  /** The ref of the remote that `there` is at or was at. */
  ref: string;
  there: string;
  /** How people call the branch. */
  branch: string;
}

export type Adopted =
  | { ok: true; workspace: Workspace; checks: Checks }
  /** `reason`: a sentence fragment. The workspace is as it was. */
  | { ok: false; reason: string };

/**
 * Moves the run's own commits onto `there`, one by one: the three-way merge of git, then the checks, held against those of
 * `there` itself. All or none. Repeatable: times come from the commits and results from the journal, so the ids are the same.
 * `mayWorsen`: the commits were asked for whatever the checks say of them, as with an undo.
 */
export async function adopt(
  run: Run,
  { checks, mayWorsen }: { checks: Checks; mayWorsen: boolean },
  { ref, there, branch }: Adoption,
  tools: RunTools,
): Promise<Adopted> {
  const { workspace, record } = run;
  const { forge, folders, signal } = tools;
  const before = await head(workspace);
  const own = await ownCommits(workspace, workspace.base);
  await fetchRef(forge.remote, ref, { root: folders.cache, home: folders.git, signal });
  const store = await storeOf(workspace);
  const moved = await moveTo(workspace, store, there, forge.remote);
  const back = async (reason: string): Promise<Adopted> => {
    await moveTo(moved, { gitDir: moved.gitDir }, before, forge.remote);
    return { ok: false, reason };
  };

  record.stage('check', { state: 'running', running: 'again, on the new state of the branch' });
  const fresh = await checks.anew();
  const made: CommitFacts[] = [];
  for (const one of own) {
    goOn(tools);
    const picked = await pick(moved, one.id);
    if (!picked.ok) {
      const files = picked.paths.slice(0, 5).map((name) => `\`${name.replaceAll('`', '')}\``);
      return back(
        `the edits conflict with what was pushed to \`${branch}\` meanwhile, in ${files.join(', ')}`,
      );
    }
    const tree = await stage(moved, []);
    const paths = await changedPaths(moved, 'HEAD', tree);
    // They made the same change themselves.
    if (paths.length === 0) continue;
    const after = await fresh.check.edit(tree);
    if (one === own.at(-1)) after.push(...(await fresh.check.whole(tree)));
    const verdict = judgeStep({ baseline: fresh.baseline, after, request: '', changed: paths });
    if (verdict.state === 'broken' && !mayWorsen) {
      return back(
        `on top of what was pushed to \`${branch}\` meanwhile, \`${verdict.result.command}\` is worse than before (${verdict.reason})`,
      );
    }
    made.push(await again(run, moved, one, { paths, checks: after }));
  }
  const { count, authors } = await newcomers(moved, workspace.base, there);
  const who = authors.length === 1 ? (authors[0] ?? 'somebody') : 'others';
  record.note(
    `${count === 1 ? 'A commit' : `${count} commits`} by ${who} reached ${branch} during the run. The edits were put on top and checked again there.`,
  );
  const last = made.at(-1);
  record.set({
    commits: made,
    baseline: fresh.baseline,
    final: last ? last.checks : fresh.baseline,
    base: { ...record.facts.base, commit: there },
  });
  return { ok: true, workspace: moved, checks: fresh };
}

/** The same commit with another parent, saying which checks were green for it there. */
async function again(
  { request, record }: Run,
  workspace: Workspace,
  { id, message, time }: OwnCommit,
  facts: Pick<CommitFacts, 'paths' | 'checks'>,
): Promise<CommitFacts> {
  const made = await commit(workspace, {
    message: withVerified(message, verifiedBy(facts.checks, request.job.fastTest)),
    author: request.job.author,
    time,
  });
  const known = record.facts.commits.find((one) => one.id === id);
  const subject = message.split('\n')[0] ?? '';
  return { step: 1, of: 1, reflections: 0, notes: [], subject, ...known, ...facts, id: made };
}
