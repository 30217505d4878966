/** Watches one spawned command: output, time, cancellation. Knows nothing of how it is isolated; `killAll` does. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
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
  /** Where stdout and stderr arrive. */
  reader: Readable;
  /** Kills every process of the command, also those that left its process group. Called on a stop and after every exit. */
  killAll: () => Promise<unknown>;
}

export interface Supervision {
  ended: Promise<Ended>;
  /** For watchdogs: ends the command for this reason. The first reason stays. */
  stop: (reason: StopReason) => void;
}

/** After everything was killed the pipe is at its end; a survivor that the kernel would not end must not hold us up. */
const drainMs = 1000;

/**
 * `ended` resolves when the command has exited and all its processes are gone. It waits for `exit` and not for the end of
 * the output, which a daemon that keeps stdout open would delay for ever.
 */
export function supervise(child: ChildProcess, options: SuperviseOptions): Supervision {
  const started = performance.now();
  const output = new OutputCollector(options.maxOutputBytes);
  let stopped: StopReason | undefined;

  const stop = (reason: StopReason) => {
    if (stopped !== undefined) return;
    stopped = reason;
    void options.killAll();
  };
  options.reader.on('data', (chunk: Uint8Array) => {
    options.onOutput?.(chunk);
    if (!output.push(chunk)) stop('output');
  });
  const drained = new Promise<void>((resolve) => {
    options.reader.once('close', resolve);
    options.reader.once('error', () => resolve());
  });
  const exited = new Promise<Pick<Ended, 'exitCode' | 'signal' | 'spawnError'>>((resolve) => {
    child.once('error', (error) => resolve({ exitCode: null, signal: null, spawnError: error.message }));
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const timer = setTimeout(() => stop('timeout'), options.timeoutMs);
  const onAbort = () => stop('cancelled');
  options.signal?.addEventListener('abort', onAbort);
  if (options.signal?.aborted) onAbort();

  const waitForEnd = async (): Promise<Ended> => {
    const end = await exited;
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
    const durationMs = Math.round(performance.now() - started);
    if (end.spawnError === undefined) {
      await options.killAll();
      await Promise.race([drained, patience(drainMs)]);
    }
    options.reader.destroy();
    return { ...end, ...(stopped === undefined ? {} : { stopped }), durationMs, output };
  };
  return { ended: waitForEnd(), stop };
}

/** The end of a command that never began. */
export function notStarted(spawnError: string): Ended {
  return { exitCode: null, signal: null, spawnError, durationMs: 0, output: new OutputCollector(0) };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A limit on waiting for something else: unlike `sleep` it keeps no finished program alive. */
export function patience(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}
