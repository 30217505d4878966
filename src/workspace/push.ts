/** Bringing commits to a branch of the remote: forward only, and with a reason when it does not go. */
import { z } from 'zod';
import { readRefusal, refusalSchema } from './refusal.ts';
import type { Remote } from './remote.ts';
import { head, remoteGit, type Workspace } from './workspace.ts';

export const pushResultSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pushed') }),
  /** The branch is not where it was expected; `there`: the commit that it is at now, null for none. */
  z.object({ state: z.literal('moved'), there: z.string().nullable() }),
  z.object({ state: z.literal('refused'), refusal: refusalSchema }),
]);
export type PushResult = z.infer<typeof pushResultSchema>;

/** The names of all branches of the remote. */
export async function remoteBranches(workspace: Workspace, remote: Remote): Promise<string[]> {
  return [...(await heads(workspace, remote, 'refs/heads/*')).keys()];
}

async function heads(workspace: Workspace, remote: Remote, pattern: string): Promise<Map<string, string>> {
  const listed = await remoteGit(workspace, remote).raw('ls-remote', remote.url, pattern);
  const found = new Map<string, string>();
  for (const line of listed.split('\n')) {
    const [, id, branch] = /^([0-9a-f]+)\trefs\/heads\/(.+)$/.exec(line) ?? [];
    if (id && branch) found.set(branch, id);
  }
  return found;
}

/** The commit of any ref of the remote; undefined when there is none. */
export async function remoteRef(
  workspace: Workspace,
  remote: Remote,
  ref: string,
): Promise<string | undefined> {
  const listed = await remoteGit(workspace, remote).raw('ls-remote', remote.url, ref);
  return listed
    .split('\n')
    .find((line) => line.endsWith(`\t${ref}`))
    ?.split('\t')[0];
}

/**
 * Pushes HEAD to `branch`. `expected` is the commit that the branch must be at (undefined: it must not exist yet), so
 * nobody's work is overwritten. A branch that is at our commit already counts as pushed. Throws what another attempt may
 * mend, such as a lost connection.
 */
export async function push(
  workspace: Workspace,
  remote: Remote,
  target: { branch: string; expected: string | undefined },
): Promise<PushResult> {
  const ref = `refs/heads/${target.branch}`;
  const ours = await head(workspace);
  const there = async () => (await heads(workspace, remote, ref)).get(target.branch);
  const insteadAt = (commit: string | undefined): PushResult =>
    commit === ours ? { state: 'pushed' } : { state: 'moved', there: commit ?? null };
  const isNew = target.expected === undefined;
  try {
    const commit = isNew ? undefined : await there();
    if (commit !== target.expected || commit === ours) return insteadAt(commit);
    // A new branch must still not exist: the push itself asks for that. An existing one is only ever moved forward: no force
    // of any kind.
    const lease = isNew ? [`--force-with-lease=${ref}:`] : [];
    // Not quiet: simple-git waits for more after a command that says nothing.
    await remoteGit(workspace, remote).raw('push', ...lease, remote.url, `HEAD:${ref}`);
    return { state: 'pushed' };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (/stale info|fetch first|non-fast-forward|cannot lock ref|directory file conflict/i.test(said)) {
      return insteadAt(await there());
    }
    const refusal = readRefusal(said);
    if (refusal) return { state: 'refused', refusal };
    throw error;
  }
}
