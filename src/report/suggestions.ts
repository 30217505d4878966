/** Changes to a pull request that cannot be pushed, as GitHub's suggestions: each on lines that the pull request shows. */
import type { FileChange, Hunk } from '../workspace/hunks.ts';
import { evidence } from './evidence.ts';
import { capitalised, count } from './format.ts';
import { patchDetails } from './kept.ts';
import { code, fitting, person, plain, visible } from './safe.ts';
import { checksTable, failureDetails, notDone, paths, runLine } from './sections.ts';
import type { PatchText, RunFacts } from './types.ts';

/** Lines of the new side of a pull request's diff that belong to one hunk of it; both ends are part of it. */
export interface ShownLines {
  from: number;
  to: number;
}

export interface Suggestion {
  path: string;
  /** First and last line that it replaces. */
  from: number;
  to: number;
  lines: string[];
}

/** GitHub shows this many in one review without trouble, and nobody reads more. */
const MOST = 50;

/** The lines that `patch`, a file's part of a pull request, shows on the new side; one entry for each hunk. */
export function shownLines(patch: string): ShownLines[] {
  return [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, start, length]) => {
    const from = Number(start);
    const lines = Number(length ?? 1);
    return lines === 0 ? [] : [{ from, to: from + lines - 1 }];
  });
}

/** What can be suggested, and the files of which something cannot. `shown`: by path, for the files of the pull request. */
export function placeSuggestions(
  changes: readonly FileChange[],
  shown: ReadonlyMap<string, readonly ShownLines[]>,
): { suggestions: Suggestion[]; left: string[] } {
  const suggestions: Suggestion[] = [];
  const left = new Set<string>();
  for (const change of changes) {
    if (change.isMoreThanLines) {
      left.add(change.path);
      continue;
    }
    for (const hunk of change.hunks) {
      const placed = place(hunk, change, shown.get(change.path) ?? []);
      if (placed && suggestions.length < MOST) suggestions.push(placed);
      else left.add(change.path);
    }
  }
  return { suggestions, left: [...left] };
}

function place(
  hunk: Hunk,
  { path, before }: FileChange,
  shown: readonly ShownLines[],
): Suggestion | undefined {
  const candidates = hunk.count > 0 ? [hunk] : besideNeighbour(hunk, before);
  const found = candidates.find(({ start, count: length }) =>
    shown.some(({ from, to }) => start >= from && start + length - 1 <= to),
  );
  if (!found || !isShowable(found.lines)) return undefined;
  return { path, from: found.start, to: found.start + found.count - 1, lines: found.lines };
}

/** A suggestion replaces lines, so new ones come with the line before or after them. */
function besideNeighbour({ start, lines }: Hunk, before: readonly string[]): Hunk[] {
  const above = before[start - 1];
  const below = before[start];
  return [
    ...(above === undefined ? [] : [{ start, count: 1, lines: [above, ...lines] }]),
    ...(below === undefined ? [] : [{ start: start + 1, count: 1, lines: [...lines, below] }]),
  ];
}

/** What a reader would not see must not come into a file by a click; and line ends other than `\n` get lost on the way. */
function isShowable(lines: readonly string[]): boolean {
  const text = lines.join('\n');
  return !text.includes('\r') && visible(text) === text;
}

/** The body of a review comment: exactly these lines, in a fence that they cannot close. */
export function suggestionText({ lines }: Suggestion): string {
  const longest = Math.max(2, ...lines.map((line) => /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 0));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}suggestion`, ...lines, fence].join('\n');
}

/** The review around them: what was asked, how it was checked, and what could not be suggested. */
export function suggestionReview(
  run: RunFacts,
  {
    suggestions,
    left,
    patches,
  }: {
    suggestions: number;
    left: readonly string[];
    patches: readonly PatchText[];
  },
): string {
  return fitting((share) => {
    const { green, text } = evidence(run);
    const instruction = plain(run.request ?? run.command.text, 300);
    const asked = `Asked by ${person(run.requester)}${instruction === '' ? '' : `: “${instruction}”`}.`;
    const many =
      suggestions === 0
        ? 'The App cannot push to a fork, and none of the changes lies on lines that this pull request shows, so they are here as a patch.'
        : `The App cannot push to a fork, so here ${suggestions === 1 ? 'is a suggestion' : `are ${count(suggestions, 'suggestion')}`}. They were checked together: *Add suggestion to batch* takes them in one commit.`;
    const subjects = run.commits.map(
      ({ subject, paths: files }) => `- ${plain(subject, 120)} (${paths(files, 6 * share)})`,
    );
    const rest =
      left.length === 0
        ? ''
        : `${paths(left, 10)} cannot be suggested in full, since ${left.length === 1 ? 'it changes' : 'they change'} outside the lines shown here${suggestions === 0 ? '' : '; the patch below is the whole change, to be taken instead of the suggestions'}.`;
    const unfinished = notDone(run, share);
    return [
      `${many} ${asked}`,
      subjects.join('\n'),
      green ? '' : `**${capitalised(text)}.**`,
      checksTable(run, share),
      failureDetails(run, share),
      rest,
      left.length === 0 ? '' : patchDetails({ base: run.base.commit, patches, withheld: [] }, share),
      unfinished === '' ? '' : `**Not done**\n\n${unfinished}`,
      `<sub>${runLine(run)}</sub>`,
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  });
}

/** `3 suggestions`, and where the rest is, for the comment of the run. */
export function suggestedWords({
  suggestions,
  left,
}: {
  suggestions: number;
  left: readonly string[];
}): string {
  const parts = [
    ...(suggestions === 0 ? [] : [count(suggestions, 'suggestion')]),
    ...(left.length === 0
      ? []
      : [`a patch for ${left.length === 1 ? code(left[0] ?? '', 120) : count(left.length, 'file')}`]),
  ];
  return parts.join(' and ');
}
