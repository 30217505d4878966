/**
 * Starts programs from a process that may be large. Node starts a program by fork, which copies the tables of all memory
 * that the process holds and stops everything else meanwhile: measured, 2 ms at 50 MB, 30 ms at 350 MB, 45 ms at 650 MB. A run
 * starts a dozen of them, beside webhooks that want an answer. So a large process has a small one do it, 2 ms each.
 */
import { startInHelper } from './helper.ts';
import { startHere } from './here.ts';
import type { Listener, Program, Running } from './types.ts';

export type { Listener, Program, Running } from './types.ts';

/** Bytes from which on a helper, which takes 45 MB and 30 ms once, is worth having. */
const LARGE = 200_000_000;

/** A process that was large once has its helper already, and asking how large it is takes time itself. */
let isLarge = false;

/** Starts a program and tells `listener` what it prints and how it ends. Both ways look the same from outside. */
export function launch(program: Program, listener: Listener): Running {
  isLarge ||= process.memoryUsage.rss() >= LARGE;
  return (isLarge ? startInHelper : startHere)(program, listener);
}

export interface Finished {
  code: number | null;
  out: Buffer;
  err: Buffer;
  /** Why it never ran. */
  cause: Error | undefined;
  /** It printed more than was wanted, and was ended for that. */
  isCut: boolean;
}

/** As `launch`, to its end and all at once. `mostBytes`: of its output; all that it prints is kept in memory. */
export function finished(
  program: Omit<Program, 'takesInput'>,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Finished> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let held = 0;
  return new Promise((resolve) => {
    const running = launch(
      { ...program, takesInput: false },
      {
        out(chunk) {
          if (held > mostBytes) return;
          out.push(chunk);
          held += chunk.length;
          if (held > mostBytes) running.kill();
        },
        err: (chunk) => err.push(chunk),
        end: (code, cause) => {
          const isCut = held > mostBytes;
          const all = Buffer.concat(out);
          resolve({
            code,
            out: isCut ? all.subarray(0, mostBytes) : all,
            err: Buffer.concat(err),
            cause,
            isCut,
          });
        },
      },
    );
  });
}
