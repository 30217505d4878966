/** "Re-run all checks": each of our check runs on the commit, as if it had been chosen by itself. */
import { z } from 'zod';
import { type Octokit, statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import { checkRunSchema, type RerunDelivery } from './delivery.ts';
import { takeInButton } from './intake-button.ts';

export async function takeInRerun(
  delivery: RerunDelivery,
  guid: string,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const { installation, repository, sender, at } = delivery;
  for (const check_run of await checkRunsIn(delivery, octokit)) {
    await takeInButton(
      { kind: 'button', installation, repository, sender, check_run, at },
      guid,
      octokit,
      context,
    );
  }
}

/**
 * The newest of each name, as GitHub lists them: at most the check of the settings and that of the last run on the commit.
 * Were it all of them, every request that ever ended there would be repeated at once.
 */
async function checkRunsIn({ repository, check_suite }: RerunDelivery, octokit: Octokit) {
  try {
    const { data } = await octokit.request(
      'GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs',
      {
        owner: repository.owner.login,
        repo: repository.name,
        check_suite_id: check_suite.id,
        filter: 'latest',
      },
    );
    return z.array(checkRunSchema).parse(data.check_runs);
  } catch (error) {
    // Gone meanwhile: then nobody waits for it.
    if (statusOf(error) === 404) return [];
    throw error;
  }
}
