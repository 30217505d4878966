/** Who may do what: asked of GitHub each time, never read from `author_association` or a payload. */
import { z } from 'zod';
import type { Role } from '../commands/types.ts';
import { roles } from '../commands/types.ts';
import { type Octokit, statusOf } from './client.ts';

const answerSchema = z.object({ permission: z.string(), role_name: z.string().optional() });

/**
 * The role of `login` on the repository, or undefined for none. A custom role counts as the legacy permission that GitHub
 * says it includes. 404 means that the account is no user (or the repository is gone): no role.
 */
export async function roleOf(
  octokit: Octokit,
  repository: { owner: string; name: string },
  login: string,
): Promise<Role | undefined> {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
      owner: repository.owner,
      repo: repository.name,
      username: login,
    });
    const answer = answerSchema.parse(data);
    return known(answer.role_name) ?? known(answer.permission);
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

function known(name: string | undefined): Role | undefined {
  return roles.find((role) => role === name);
}

/** True when `role` is at least `needed`. */
export function atLeast(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && roles.indexOf(role) >= roles.indexOf(needed);
}
