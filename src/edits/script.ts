/** The line script between an old and a new text: what stays, what goes, what comes. */
import type { HunkLine } from './types.ts';

/** Above this many cells the middle is replaced as a whole; the result is the same text, only the splice is wider. */
const cellLimit = 250_000;

/** Turns two line lists into a hunk. Longest common subsequence between the common head and tail. */
export function lineScript(before: readonly string[], after: readonly string[]): HunkLine[] {
  const script: HunkLine[] = [];
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  for (const text of before.slice(0, head)) script.push({ kind: 'context', text });
  const middle: HunkLine[] = [];
  pushMiddle(middle, before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  // Not by spreading: a text of a million lines would overflow the stack.
  for (const line of withoutBlankIslands(middle)) script.push(line);
  for (const text of before.slice(before.length - tail)) script.push({ kind: 'context', text });
  return script;
}

/** Blank lines between two changes belong to the changed text: written as the model wrote them, not kept as the file has them. */
function withoutBlankIslands(script: readonly HunkLine[]): HunkLine[] {
  const result: HunkLine[] = [];
  for (let at = 0; at < script.length; ) {
    let end = at;
    while (script[end]?.kind === 'context' && script[end]?.text.trim() === '') end += 1;
    const before = script[at - 1];
    const after = script[end];
    const isIsland = end > at && before && after && before.kind !== 'context' && after.kind !== 'context';
    const run = script.slice(at, Math.max(end, at + 1));
    for (const line of run) {
      if (isIsland) result.push({ ...line, kind: 'delete' }, { ...line, kind: 'add' });
      else result.push(line);
    }
    at += run.length;
  }
  return result;
}

function pushMiddle(script: HunkLine[], before: readonly string[], after: readonly string[]): void {
  const deleteText = (text: string) => script.push({ kind: 'delete', text });
  const addText = (text: string) => script.push({ kind: 'add', text });
  if (before.length * after.length === 0 || before.length * after.length > cellLimit) {
    before.forEach(deleteText);
    after.forEach(addText);
    return;
  }
  const width = after.length + 1;
  // common[i * width + j]: length of the longest common subsequence of before[i..] and after[j..].
  const common = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
    }
  }
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const old = before[i];
    const fresh = after[j];
    if (old !== undefined && fresh !== undefined && old === fresh) {
      script.push({ kind: 'context', text: old });
      i += 1;
      j += 1;
    } else if (
      old !== undefined &&
      (fresh === undefined || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      deleteText(old);
      i += 1;
    } else if (fresh !== undefined) {
      addText(fresh);
      j += 1;
    }
  }
}
