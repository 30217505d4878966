/** A program as a child of this process. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Listener, Program, Running } from './types.ts';

export function startHere({ file, args, cwd, env, takesInput }: Program, listener: Listener): Running {
  const child: ChildProcess = spawn(file, [...args], {
    cwd,
    env: { ...env },
    stdio: [takesInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (chunk: Buffer) => listener.out(chunk));
  child.stderr?.on('data', (chunk: Buffer) => listener.err(chunk));
  // A reader that goes away early is no reason to end this process with EPIPE.
  child.stdin?.on('error', () => undefined);
  let ended = false;
  const end = (code: number | null, cause?: Error) => {
    if (ended) return;
    ended = true;
    listener.end(code, cause);
  };
  child.once('error', (error) => end(null, error));
  child.once('close', (code) => end(code));
  return {
    write: (text) => void child.stdin?.write(text),
    endInput: () => void child.stdin?.end(),
    kill: () => void child.kill(),
  };
}
