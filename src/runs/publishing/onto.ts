/** More commits for the branch of a pull request that is open already. Only ever forward: nobody's work is overwritten. */
import { head } from '../../workspace/workspace.ts';
import type { Checks } from '../stages/check.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { adopt } from './adopt.ts';
import { keepAside, keepRefused } from './keep.ts';
import { send } from './send.ts';

/** A branch that moves more often than this during one push has no room for us. */
const MOST_ADOPTIONS = 3;

export interface Onto {
  checks: Checks;
  /** The commits go up even when the checks are worse with them, as those of an undo do. */
  mayWorsen: boolean;
}

/**
 * Pushes the run's commits, on top of what others pushed meanwhile. Returns the run as it stands then. Ends it with its
 * commits kept elsewhere when they do not go onto the branch.
 */
export async function pushOnto(start: Run, { checks, mayWorsen }: Onto, tools: RunTools): Promise<Run> {
  const { baseBranch: branch } = start.request.start;
  let run = start;
  let present = checks;
  for (let adoptions = 0; ; adoptions++) {
    const { workspace, record } = run;
    if ((await head(workspace)) === workspace.base) return run;
    const result = await send(run, { branch, expected: workspace.base }, tools);
    if (result.state === 'pushed') return run;
    if (result.state === 'refused') return keepRefused(run, branch, result.refusal, tools);
    if (result.there === null) return keepAside(run, `\`${branch}\` was deleted meanwhile`, tools);
    if (adoptions === MOST_ADOPTIONS) {
      return keepAside(run, `\`${branch}\` was pushed to again and again; ask again when it is quiet`, tools);
    }
    const at = { ref: `refs/heads/${branch}`, there: result.there, branch };
    const adopted = await adopt(run, { checks: present, mayWorsen }, at, tools);
    if (!adopted.ok) return keepAside(run, `${adopted.reason}. Nothing there was overwritten`, tools);
    record.stage('publish', { state: 'running' });
    present = adopted.checks;
    run = { ...run, workspace: adopted.workspace };
  }
}
