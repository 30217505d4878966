/** Between any two steps a run looks up: may it go on? */
import { Interrupted, RunEnded } from './outcome.ts';
import type { RunTools } from './tools.ts';

/** Throws when the process is going down, or when somebody stopped the run. */
export function goOn({ signal, stopped }: Pick<RunTools, 'signal' | 'stopped'>): void {
  if (signal.aborted) throw new Interrupted();
  const request = stopped();
  if (request) throw new RunEnded({ kind: 'stopped', ...request });
}
