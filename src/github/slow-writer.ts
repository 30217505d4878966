/** Writes the newest state of something that changes faster than it should be written. */
import { NoRoom } from './pace.ts';

/** GitHub counts edits as writes; more often than this nobody can read them anyway. */
const INTERVAL_MS = 5_000;

export interface SlowWriter<Content> {
  /** Shows `content` soon; a later one replaces it if it was not written yet. Never throws. */
  show(content: Content): void;
  /** Writes `content` and resolves when it is written. Nothing is written afterwards. */
  finish(content: Content): Promise<void>;
}

/**
 * Calls `write` at most every five seconds and never twice at once; the newest content wins. The last one goes to `writeLast`,
 * for what has to arrive whatever happened to the earlier ones.
 */
export function slowWriter<Content>(
  write: (content: Content) => Promise<void>,
  options: { now(): number; onError(error: unknown): void },
  writeLast = write,
): SlowWriter<Content> {
  let waiting: { content: Content } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let active: Promise<void> | undefined;
  let finished = false;

  const plan = () => {
    if (finished || active || waiting === undefined) return;
    timer ??= setTimeout(flush, Math.max(0, last + INTERVAL_MS - options.now()));
  };
  const flush = () => {
    timer = undefined;
    const next = waiting;
    waiting = undefined;
    if (next === undefined) return;
    last = options.now();
    active = write(next.content)
      .catch((error: unknown) => {
        // Progress that fails is made good by what follows; what only had to stand back is tried again itself.
        if (error instanceof NoRoom) waiting ??= next;
        else options.onError(error);
      })
      .finally(() => {
        active = undefined;
        plan();
      });
  };
  return {
    show(content) {
      waiting = { content };
      plan();
    },
    async finish(content) {
      finished = true;
      clearTimeout(timer);
      await active;
      await writeLast(content);
    },
  };
}
