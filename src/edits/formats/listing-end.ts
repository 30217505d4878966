/** The fence that ends a listing whose content may hold fences itself (aider cuts the file at the first: F19). */
import type { ParseContext } from '../types.ts';
import { closes, type Fence, readFence } from './fences.ts';
import { pathOfLine } from './filenames.ts';
import { isBlank } from './lines.ts';
import { isProseFile } from './paths.ts';

export interface ListingEnd {
  /** The closing fence, or the first line after an unclosed listing. */
  end: number;
  closed: boolean;
  /** In a file of prose: text goes on right below the fence and more fences follow, so it may be one of the file's own. */
  unclear?: boolean;
}

/**
 * A fence with a language opens one inside, a bare one closes what is open. In a file of prose a bare fence can open
 * too: it does when it stands under a blank line or a colon and over text, and two more follow to close both.
 */
export function endOfListing(
  lines: readonly string[],
  at: number,
  open: Fence,
  path: string,
  context: ParseContext,
): ListingEnd {
  const prose = isProseFile(path);
  const inner: Fence[] = [];
  for (let i = at + 1; i < lines.length; i++) {
    const fence = readFence(lines[i] ?? '');
    if (!fence || !concerns(fence, open) || (prose && isRule(lines, i, fence, open))) continue;
    const innermost = inner.at(-1);
    if (innermost && closes(innermost, fence)) {
      inner.pop();
      continue;
    }
    if (closes(open, fence)) {
      if (!prose || !opensInside(lines, i, open)) {
        return { end: i, closed: true, unclear: prose && textFollows(lines, i, open, context) };
      }
      inner.push(fence);
      continue;
    }
    if (fence.closingTag) continue;
    // In code, a path line over a fence is the next listing: this one was never closed.
    const header = prose ? undefined : headerAbove(lines, i, context);
    if (header !== undefined && header > at) return { end: header, closed: false };
    inner.push(fence);
  }
  return { end: lines.length, closed: false };
}

/** Shorter fences are text, and so are those further in: models close a listing where they opened it. */
function concerns(fence: Fence, open: Fence): boolean {
  return fence.mark === open.mark && fence.length >= open.length && fence.indent <= open.indent;
}

/** reStructuredText draws lines of back quotes or tildes under titles, and over them; they are as long as the title. */
function isRule(lines: readonly string[], i: number, fence: Fence, open: Fence): boolean {
  if (fence.length <= open.length || fence.info !== '') return false;
  const fits = (title: string) =>
    title !== '' && title.length <= fence.length && title.length + 4 >= fence.length;
  const below = (lines[i + 1] ?? '').trim();
  const drawnTwice = (lines[i + 2] ?? '').trim() === (lines[i] ?? '').trim();
  return fits((lines[i - 1] ?? '').trim()) || (drawnTwice && fits(below));
}

function headerAbove(lines: readonly string[], i: number, context: ParseContext): number | undefined {
  const line = isBlank(lines[i - 1] ?? '') ? i - 2 : i - 1;
  return pathOfLine(lines[line] ?? '', context) === undefined ? undefined : line;
}

function opensInside(lines: readonly string[], i: number, open: Fence): boolean {
  const above = lines[i - 1] ?? '';
  if (isBlank(lines[i + 1] ?? '') || !(isBlank(above) || above.trimEnd().endsWith(':'))) return false;
  return bareFencesAfter(lines, i, open) >= 2;
}

function textFollows(lines: readonly string[], i: number, open: Fence, context: ParseContext): boolean {
  const below = lines[i + 1] ?? '';
  return !isBlank(below) && pathOfLine(below, context) === undefined && bareFencesAfter(lines, i, open) > 0;
}

/** Fences without a language after this line, as far as two: more are not needed to answer. */
function bareFencesAfter(lines: readonly string[], i: number, open: Fence): number {
  let count = 0;
  for (let k = i + 1; k < lines.length && count < 2; k++) {
    const fence = readFence(lines[k] ?? '');
    if (fence && closes(open, fence)) count++;
  }
  return count;
}
