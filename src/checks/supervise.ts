/** Watches one spawned command: output, time, cancellation. Knows nothing of how it is isolated; `killAll` does. */
import type { ChildProcess } from 'node:child_process';
import { OutputCollector } from './output.ts';

/** Why the harness itself ended a command. */
export type StopReason = 'timeout' | 'output' | 'memory' | 'processes' | 'disk' | 'cancelled';

export interface Ended {
  exitCode: number | null;
  signal: string | null;
  /** Set when the command did not end by itself. */
  stopped?: StopReason;
  /** Set when it never started, e.g. no such folder. */
  spawnError?: string;
  durationMs: number;
  output: OutputCollector;
}

export interface SuperviseOptions {
  timeoutMs: number;
  maxOutputBytes: number;
  signal?: AbortSignal;
  onOutput?: (chunk: Uint8Array) => void;
  /** Kills every process of the command, also those that left its process group. Called on a stop and after every exit. */
  killAll: () => Promise<void>;
  /** Receives a function with which a watchdog may stop the command. */
  onStart?: (stop: (reason: StopReason) => void) => void;
}

/** After everything was killed the pipe is at its end; a survivor on another machine's pipe must not hold us up. */
const drainMs = 1000;

/**
 * Resolves when the command has exited and all its processes are gone. It waits for `exit` and not for `close`, since a
 * daemon that keeps stdout open would delay `close` for ever.
 */
export async function supervise(child: ChildProcess, options: SuperviseOptions): Promise<Ended> {
  const started = performance.now();
  const output = new OutputCollector(options.maxOutputBytes);
  let stopped: StopReason | undefined;

  const stop = (reason: StopReason) => {
    if (stopped !== undefined) return;
    stopped = reason;
    void options.killAll();
  };
  const take = (chunk: Uint8Array) => {
    options.onOutput?.(chunk);
    if (!output.push(chunk)) stop('output');
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);

  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const exited = new Promise<Pick<Ended, 'exitCode' | 'signal' | 'spawnError'>>((resolve) => {
    child.once('error', (error) => resolve({ exitCode: null, signal: null, spawnError: error.message }));
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const timer = setTimeout(() => stop('timeout'), options.timeoutMs);
  const onAbort = () => stop('cancelled');
  options.signal?.addEventListener('abort', onAbort);
  if (options.signal?.aborted) onAbort();
  options.onStart?.(stop);

  const end = await exited;
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', onAbort);
  const durationMs = Math.round(performance.now() - started);
  if (end.spawnError === undefined) {
    await options.killAll();
    await Promise.race([closed, sleep(drainMs)]);
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
  return { ...end, ...(stopped === undefined ? {} : { stopped }), durationMs, output };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
