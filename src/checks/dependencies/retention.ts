/** How long entries of set-ups are kept, and how much of them. */

const DAY_MS = 24 * 3_600_000;
/** Versions of tools are told apart by sight only, and a set-up without its flaws of old should come up by itself. */
const OLDEST_MS = 30 * DAY_MS;
/** As long as a branch is worked on. */
const UNUSED_MS = 7 * DAY_MS;
/** What a dead process left; living ones take less. */
const LEFT_MS = 3_600_000;
/** One entry may take this part of the whole, and no more than the largest workspace. */
const SHARE = 4;
const LARGEST = 2 * 1024 ** 3;

/** What is known of a folder in the store. */
export interface Found {
  place: string;
  /** Milliseconds since 1970. */
  used: number;
  /** Undefined for what no entry is, or not yet. */
  entry: { made: number; bytes: number } | undefined;
}

/** Bytes that one entry may have where all together may have `mostBytes`. */
export const mostOfOne = (mostBytes: number) => Math.min(LARGEST, Math.floor(mostBytes / SHARE));

export const isOld = ({ made }: { made: number }, now: number) => now - made > OLDEST_MS;

/** The places that go: what is too old, and then what was used longest ago, until the rest has at most `mostBytes`. */
export function outlived(all: readonly Found[], now: number, mostBytes: number): string[] {
  const isOver = ({ entry, used }: Found) =>
    entry ? isOld(entry, now) || now - used > UNUSED_MS : now - used > LEFT_MS;
  const gone = all.filter(isOver);
  // What is still being written counts when it is there; taking it away would make no room.
  const kept = all.filter((found) => found.entry && !isOver(found)).sort((a, b) => a.used - b.used);
  let sum = kept.reduce((total, { entry }) => total + (entry?.bytes ?? 0), 0);
  for (const found of kept) {
    if (sum <= mostBytes) break;
    gone.push(found);
    sum -= found.entry?.bytes ?? 0;
  }
  return gone.map(({ place }) => place);
}
