/** The settings of a repository as they are on its default branch; no other branch has a say. */
import { type Octokit, statusOf } from './client.ts';

export const SETTINGS_PATH = '.github/aider.yml';

/** The text of the file, or undefined when there is none. */
export async function readSettingsFile(
  octokit: Octokit,
  repository: { owner: string; name: string },
): Promise<string | undefined> {
  return (await settingsAt(octokit, repository))?.text;
}

/** The file at a commit or branch, to be looked at only. `blob` tells whether two are the same. */
export async function settingsAt(
  octokit: Octokit,
  { owner, name }: { owner: string; name: string },
  ref?: string,
): Promise<{ text: string; blob: string } | undefined> {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/contents/{path}', {
      owner,
      repo: name,
      path: SETTINGS_PATH,
      ...(ref === undefined ? {} : { ref }),
    });
    if (Array.isArray(data) || data.type !== 'file' || !('content' in data)) return undefined;
    return { text: Buffer.from(data.content, 'base64').toString('utf8'), blob: data.sha };
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
