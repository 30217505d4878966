/** Runs a command on this machine with its rights. Only for trusted repositories: this is no boundary. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { minimalEnvironment } from './environment.ts';
import { openPipe } from './pipe.ts';
import { killPid, killProcesses, marked } from './processes.ts';
import { type Ended, supervise } from './supervise.ts';
import type { CheckSpec, DirectPlace, ExternalPlace } from './types.ts';

/** Inherited by every descendant, also by one that left the session: how strays are found again. */
const markName = 'AIDERBOT_CHECK';

export async function runDirect(
  spec: CheckSpec,
  place: DirectPlace | ExternalPlace,
  maxOutputBytes: number,
): Promise<Ended> {
  const mark = randomUUID();
  const pipe = await openPipe();
  const child = spawn('/bin/sh', ['-c', spec.command], {
    cwd: place.cwd,
    env: { ...minimalEnvironment(process.env, place.env), [markName]: mark },
    stdio: ['ignore', pipe.writeFd, pipe.writeFd],
    detached: true,
  });
  pipe.closeWriter();
  // The command leads a group of its own, which a signal to ours does not reach.
  const onExit = () => {
    if (child.pid !== undefined) killPid(-child.pid);
  };
  process.once('exit', onExit);
  const { ended } = supervise(child, {
    timeoutMs: spec.timeoutMs,
    maxOutputBytes,
    signal: spec.signal,
    onOutput: spec.onOutput,
    reader: pipe.reader,
    killAll: () => killTree(child.pid, `${markName}=${mark}`),
  });
  return ended.finally(() => process.off('exit', onExit));
}

async function killTree(leader: number | undefined, mark: string): Promise<void> {
  if (leader === undefined) return;
  await killProcesses(leader, () => marked(mark));
}
