/** Commits through the git data API: without an author of their own they are the App's, and GitHub signs them. */
import { z } from 'zod';
import type { SignedCommit, Signer } from '../runs/forge.ts';
import type { Change } from '../workspace/contents.ts';
import type { PushResult } from '../workspace/push.ts';
import { readRefusal } from '../workspace/refusal.ts';
import { type Octokit, statusOf } from './client.ts';

const madeSchema = z.object({ sha: z.string() });
const rulesSchema = z.array(z.object({ type: z.string() }));
const refSchema = z.object({ object: z.object({ sha: z.string() }) });

type Place = { owner: string; repo: string };

export function signer(octokit: Octokit, place: Place): Signer {
  return {
    async isDemandedOn(branch) {
      try {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/rules/branches/{branch}', {
          ...place,
          branch,
        });
        return rulesSchema.parse(data).some(({ type }) => type === 'required_signatures');
      } catch (error) {
        // Servers without rulesets.
        if (statusOf(error) === 404) return false;
        throw error;
      }
    },
    commit: (change) => commit(octokit, place, change),
    moveBranch: (target) => moveBranch(octokit, place, target),
  };
}

const modes = ['100644', '100755', '120000', '160000'] as const;
const modeSchema = z.enum(modes);

async function commit(octokit: Octokit, place: Place, { message, parent, changes }: SignedCommit) {
  const tree = [];
  for (const change of changes) {
    tree.push({
      path: change.path,
      mode: modeSchema.parse(change.mode),
      ...(change.mode === '160000' ? { type: 'commit' as const } : { type: 'blob' as const }),
      sha: await objectOf(octokit, place, change),
    });
  }
  const { data: madeTree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
    ...place,
    base_tree: parent.tree,
    tree,
  });
  const { data } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', {
    ...place,
    message,
    tree: madeTree.sha,
    parents: [parent.id],
  });
  return { id: madeSchema.parse(data).sha, tree: madeSchema.parse(madeTree).sha };
}

async function objectOf(octokit: Octokit, place: Place, { now }: Change): Promise<string | null> {
  if (now === undefined) return null;
  if ('commit' in now) return now.commit;
  const { data } = await octokit.request('POST /repos/{owner}/{repo}/git/blobs', {
    ...place,
    content: now.content.toString('base64'),
    encoding: 'base64',
  });
  return data.sha;
}

/** Forward only. A branch that is there already counts as moved by an attempt whose answer got lost. */
async function moveBranch(
  octokit: Octokit,
  place: Place,
  { branch, expected, commit: sha }: Parameters<Signer['moveBranch']>[0],
): Promise<PushResult> {
  const there = await branchAt(octokit, place, branch);
  if (there === sha) return { state: 'pushed' };
  if (there !== expected) return { state: 'moved', there: there ?? null };
  try {
    if (expected === undefined) {
      await octokit.request('POST /repos/{owner}/{repo}/git/refs', {
        ...place,
        ref: `refs/heads/${branch}`,
        sha,
      });
    } else {
      await octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', {
        ...place,
        ref: `heads/${branch}`,
        sha,
        force: false,
      });
    }
    return { state: 'pushed' };
  } catch (error) {
    const status = statusOf(error);
    if (status !== 422 && status !== 403) throw error;
    const said = error instanceof Error ? error.message : String(error);
    if (/already exists|not a fast forward|does not exist|update failed/i.test(said)) {
      const now = await branchAt(octokit, place, branch);
      return now === sha ? { state: 'pushed' } : { state: 'moved', there: now ?? null };
    }
    const refusal = readRefusal(said);
    if (refusal) return { state: 'refused', refusal };
    if (status === 403 && /not accessible by integration/i.test(said))
      return { state: 'refused', refusal: { kind: 'permission' } };
    throw error;
  }
}

async function branchAt(octokit: Octokit, place: Place, branch: string): Promise<string | undefined> {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', {
      ...place,
      ref: `heads/${branch}`,
    });
    return refSchema.parse(data).object.sha;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
