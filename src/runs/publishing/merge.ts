/** A merge commit on its way to the branch: as it is or not at all, since neither signing nor adopting could keep its parents. */
import { refusalWords } from '../../report/refusal.ts';
import { push, pushResultSchema } from '../../workspace/push.ts';
import { head } from '../../workspace/workspace.ts';
import { RunEnded } from '../outcome.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { mustSign } from './send.ts';

/** Ends the run, with nothing pushed, when the branch does not take it. */
export async function sendMerge(run: Run, tools: RunTools): Promise<void> {
  const { request, workspace, record } = run;
  const { journal, forge } = tools;
  const target = { branch: request.start.baseBranch, expected: workspace.base };
  const fail = (reason: string): never => {
    // It could not be kept as a patch, and is quickly made again.
    record.set({ commits: [] });
    throw new RunEnded({ kind: 'failed', reason });
  };
  if (await mustSign(run, target, tools))
    return fail(
      `\`${target.branch}\` takes only signed commits, and a merge made here has no signature; merge by hand or with the button of GitHub`,
    );
  const result = await journal.step(
    'push',
    `${target.branch} ${await head(workspace)}`,
    pushResultSchema,
    () => push(workspace, forge.remote, target),
  );
  if (result.state === 'refused') return fail(refusalWords(result.refusal, target.branch));
  if (result.state === 'moved')
    return fail(`somebody pushed to \`${target.branch}\` meanwhile, so nothing was pushed; ask again`);
}
