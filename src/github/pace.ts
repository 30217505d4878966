/**
 * How fast an installation may be asked. GitHub counts what an App does in each installation and refuses more than 80
 * contents made in a minute or 500 in an hour (comments, reviews, pull requests, and their edits); writes should come one
 * after the other, a second apart. So each installation has one line for its writes, whatever number of runs it has.
 */

export interface PaceClock {
  /** Milliseconds. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const wallClock: PaceClock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export interface PaceRules {
  /** Between the end of a write and the next. */
  spacingMs: number;
  /** Writes in any stretch of this length. */
  windows: readonly { ms: number; most: number }[];
}

/** A tenth below GitHub's own figures: other processes, and the clocks between here and there, get a share. */
const gitHubRules: PaceRules = {
  spacingMs: 1_000,
  windows: [
    { ms: 60_000, most: 72 },
    { ms: 3_600_000, most: 450 },
  ],
};

/** Progress takes this share of a window at most, so that answers and ends of runs always find room. */
const PROGRESS_SHARE = 0.5;

/** Longer waits defer the work instead of holding a worker. */
const LONGEST_WAIT_MS = 60_000;
const MOST_TRIES = 4;

/** GitHub wants us to wait longer than a worker should be held. */
export class RateLimited extends Error {
  readonly retryAfterSeconds: number;
  constructor(waitMs: number) {
    const seconds = Math.ceil(waitMs / 1000);
    super(`GitHub asks to wait ${seconds} s before the next request.`);
    this.name = 'RateLimited';
    this.retryAfterSeconds = seconds;
  }
}

/** There is no room for a progress report now. It was not sent; a later one will do. */
export class NoRoom extends Error {
  constructor() {
    super('There is no room for a progress report now.');
    this.name = 'NoRoom';
  }
}

/** `progress`: a write that may as well be left out. */
export type Weight = 'read' | 'write' | 'progress';

export interface Pacer {
  /**
   * Sends when the lane has room, and again when GitHub asked to wait for at most a minute. Throws `RateLimited` for longer
   * waits, `NoRoom` for progress that has to stand back, and whatever `send` throws.
   */
  run<T>(lane: string, weight: Weight, send: () => Promise<T>): Promise<T>;
}

interface Lane {
  /** Writes in line, the one under way included. */
  waiting: number;
  tail: Promise<unknown>;
  /** When writes ended, oldest first. By their ends: GitHub counts when it gets them, which is before that. */
  written: number[];
  closedUntil: number;
}

/** `waitAskedBy`: the milliseconds that a refusal asks to wait; undefined when it is no matter of limits. */
export function createPacer(
  waitAskedBy: (error: unknown, earlier: number, now: number) => number | undefined,
  clock: PaceClock = wallClock,
  rules: PaceRules = gitHubRules,
): Pacer {
  const lanes = new Map<string, Lane>();
  const longest = Math.max(0, ...rules.windows.map(({ ms }) => ms));

  const laneOf = (name: string): Lane => {
    const known = lanes.get(name);
    if (known) return known;
    const fresh = { waiting: 0, tail: Promise.resolve(), written: [], closedUntil: 0 };
    lanes.set(name, fresh);
    return fresh;
  };

  /** The first moment at which a write may be sent, given the share of the windows that it may use. */
  const roomAt = ({ written, closedUntil }: Lane, share: number): number => {
    const spaced = (written.at(-1) ?? -rules.spacingMs) + rules.spacingMs;
    const freed = rules.windows.map(({ ms, most }) => {
      const inTheWay = written.at(-Math.max(1, Math.floor(most * share)));
      return inTheWay === undefined ? 0 : inTheWay + ms;
    });
    return Math.max(closedUntil, spaced, ...freed);
  };

  const holdUntil = async (time: number) => {
    const wait = time - clock.now();
    if (wait > LONGEST_WAIT_MS) throw new RateLimited(wait);
    if (wait > 0) await clock.sleep(wait);
  };

  const patiently = async <T>(lane: Lane, roomFor: () => number, send: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      await holdUntil(roomFor());
      try {
        return await send();
      } catch (error) {
        const wait = waitAskedBy(error, tries - 1, clock.now());
        if (wait === undefined) throw error;
        lane.closedUntil = Math.max(lane.closedUntil, clock.now() + wait);
        if (tries === MOST_TRIES) throw new RateLimited(wait);
      }
    }
  };

  const writing = async <T>(lane: Lane, send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } finally {
      const now = clock.now();
      lane.written = [...lane.written.filter((time) => time > now - longest), now];
    }
  };

  const inLine = <T>(lane: Lane, work: () => Promise<T>): Promise<T> => {
    lane.waiting += 1;
    const mine = lane.tail.then(work).finally(() => {
      lane.waiting -= 1;
    });
    lane.tail = mine.catch(() => undefined);
    return mine;
  };

  return {
    run(name, weight, send) {
      const lane = laneOf(name);
      if (weight === 'read') return patiently(lane, () => lane.closedUntil, send);
      if (weight === 'progress') {
        const isFull = roomAt(lane, PROGRESS_SHARE) > clock.now() + rules.spacingMs;
        if (lane.waiting > 0 || isFull) return Promise.reject(new NoRoom());
      }
      return inLine(lane, () =>
        patiently(
          lane,
          () => roomAt(lane, 1),
          () => writing(lane, send),
        ),
      );
    },
  };
}
