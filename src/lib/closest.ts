/**
 * Edit distance with adjacent swaps counted as one (optimal string alignment, Damerau 1964), in UTF-16 units.
 * Words longer than 64 units are cut, so that hostile input stays cheap.
 */
export function distance(left: string, right: string): number {
  const a = left.slice(0, 64);
  const b = right.slice(0, 64);
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** The `count` candidates nearest to `word`, nearest first, ties in the order given. Case does not matter. */
export function closest(word: string, candidates: readonly string[], count: number): string[] {
  const sought = word.toLowerCase();
  return candidates
    .map((candidate, order) => ({ candidate, order, far: distance(sought, candidate.toLowerCase()) }))
    .sort((x, y) => x.far - y.far || x.order - y.order)
    .slice(0, count)
    .map((entry) => entry.candidate);
}
