/** The settings of a repository as they are on its default branch; no other branch has a say. */
import { type Octokit, statusOf } from './client.ts';

export const SETTINGS_PATH = '.github/aider.yml';

/** The text of the file, or undefined when there is none. */
export async function readSettingsFile(
  octokit: Octokit,
  { owner, name }: { owner: string; name: string },
): Promise<string | undefined> {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/contents/{path}', {
      owner,
      repo: name,
      path: SETTINGS_PATH,
    });
    if (Array.isArray(data) || data.type !== 'file' || !('content' in data)) return undefined;
    return Buffer.from(data.content, 'base64').toString('utf8');
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
