/** The commit of an accepted step. */
import type { CheckResult } from '../checks/types.ts';
import type { RepoPath } from '../lib/types.ts';
import { commitMessage } from '../report/commit-message.ts';
import { commit, diff } from '../workspace/workspace.ts';
import { proposeMessage } from './commit-message.ts';
import type { CoderWorld, CodingJob, EditCommit } from './types.ts';

/** What the trailer of a commit names: the settings' words for the commands that were green for exactly its files. */
export function verifiedBy(
  results: readonly Pick<CheckResult, 'kind' | 'command' | 'status'>[],
  fastTest: string | undefined,
): string[] {
  return results
    .filter(({ status }) => status === 'green')
    .map(({ kind, command }) => (kind === 'test' && command === fastTest ? 'fast_test' : kind));
}

/** Seconds between the dates of two commits of a run, so that they sort in order. */
const SPACING = 1;

export async function commitStep(
  job: CodingJob,
  step: { number: number; of: number; title: string },
  facts: { paths: RepoPath[]; results: CheckResult[]; notes: string[]; reflections: number },
  world: CoderWorld,
): Promise<EditCommit> {
  const change = await diff(world.workspace, 'HEAD', '--cached');
  const proposed = await proposeMessage(world, {
    instruction: `${job.instruction}\n\n${step.title}`,
    diff: change,
  });
  const green = facts.results.length > 0 && facts.results.every((result) => result.status === 'green');
  const message = commitMessage({
    proposed,
    title: step.title || job.instruction,
    paths: facts.paths,
    style: job.commitStyle,
    coAuthor: job.coAuthor,
    run: job.run,
    step: step.number,
    of: step.of,
    verified: verifiedBy(facts.results, job.fastTest),
  });
  const id = await commit(world.workspace, {
    message,
    author: job.author,
    time: job.startedAt + step.number * SPACING,
  });
  return {
    id,
    subject: message.split('\n')[0] ?? '',
    step: step.number,
    of: step.of,
    paths: facts.paths,
    checks: facts.results,
    green,
    reflections: facts.reflections,
    notes: facts.notes,
  };
}
