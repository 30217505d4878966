/** The repository's own lint and test commands, as journalled evidence. */
import { z } from 'zod';
import { runCheck } from '../../checks/run.ts';
import { type CheckResult, type CheckSpec, checkResultSchema } from '../../checks/types.ts';
import { head, tidy, type Workspace } from '../../workspace/workspace.ts';
import { hashOf } from '../journal.ts';
import type { RunRecord } from '../record.ts';
import type { RunTools } from '../tools.ts';
import type { RunRequest } from './read.ts';

/** Runs the checks on the state of the files that `tree` names, or returns what they gave there before. */
export type Checker = (tree: string) => Promise<CheckResult[]>;

const resultsSchema = z.array(checkResultSchema);

export function checker(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
): Checker {
  const specs = checkSpecs(request);
  const place = tools.place(workspace);
  if (specs.length > 0 && place.type === 'none') {
    record.note(`The checks were not run: ${place.reason}.`);
    return async () => [];
  }
  return (tree) =>
    tools.journal.step('check', hashOf([tree, specs]), resultsSchema, async () => {
      const results: CheckResult[] = [];
      for (const spec of specs) {
        if (place.type === 'none') break;
        record.stage('check', { state: 'running', running: spec.command });
        results.push(await runCheck({ ...spec, signal: tools.signal }, place));
      }
      await tidy(workspace);
      // A result that the shutdown cut short is no evidence, and must not be what the next attempt finds.
      tools.signal.throwIfAborted();
      return results;
    });
}

/** Lint and test of the base commit: what was red before is not the run's doing. */
export async function runBaseline(
  check: Checker,
  workspace: Workspace,
  record: RunRecord,
): Promise<CheckResult[]> {
  const baseline = await check(`base ${await head(workspace)}`);
  record.set({ baseline });
  record.stage('prepare', { state: 'done', baseline: baseline.length });
  record.stage('check', { state: 'waiting' });
  return baseline;
}

function checkSpecs({ checks }: RunRequest): CheckSpec[] {
  const spec = (kind: 'lint' | 'test', command: string): CheckSpec[] =>
    command === '' ? [] : [{ kind, command, timeoutMs: checks.timeoutMs }];
  return [...spec('lint', checks.lint), ...spec('test', checks.test)];
}
