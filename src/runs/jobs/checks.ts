/** `test` and `lint`: one of the repository's own commands, run as it is and reported. Changes nothing. */
import { runBaseline } from '../stages/check.ts';
import type { Job } from '../to-its-end.ts';

export const test: Job = only('test');
export const lint: Job = only('lint');

function only(kind: 'test' | 'lint'): Job {
  return async ({ request, workspace, record }, tools) => {
    record.stage('prepare', { state: 'done' });
    const place = tools.place(workspace);
    if (place.type === 'none')
      return { kind: 'refused', reason: `no command of a repository can run here: ${place.reason}` };
    const checks = { ...request.checks, fastTest: 'off', [kind === 'test' ? 'lint' : 'test']: 'off' };
    const { baseline: results } = await runBaseline({ ...request, checks }, workspace, tools, record);
    if (results.length === 0) {
      return {
        kind: 'refused',
        reason: `no ${kind} command is configured, and none was found that proves anything; set \`verify.${kind}\` in .github/aider.yml`,
      };
    }
    const green = results.every((result) => result.status === 'green');
    record.stage('check', { state: green ? 'done' : 'failed' });
    // There is no before and after: what ran is the result.
    record.set({ baseline: [], final: results, answer: { kind: 'checks' } });
    return { kind: 'done' };
  };
}
