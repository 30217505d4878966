/** The parser behind `whole` and `editor-whole`: a path, a fence, the complete file, a fence. */
import type { EditReply, FormatName, OperationSource, ParseContext, ParsedReply } from '../types.ts';
import { type Draft, newDraft, report } from './draft.ts';
import { type Fence, readFence } from './fences.ts';
import { type FileTexts, fileTexts } from './file-texts.ts';
import { pathOfLine } from './filenames.ts';
import { isBlank, joinLines, splitLines } from './lines.ts';
import { endOfListing, type ListingEnd } from './listing-end.ts';
import { findListingName, type ListingName } from './listing-name.ts';
import { shownTarget } from './listing-target.ts';
import { isProseFile } from './paths.ts';
import { commandText, isShellFence } from './shell.ts';

interface Listing extends ListingEnd {
  name: ListingName;
  fence: Fence;
  /** First line of content; `end` is the line of the closing fence. */
  start: number;
}

/**
 * Every named listing becomes an `overwrite`. A fence without a name is a snippet and is skipped, unless it repeats
 * most of a file that the reply spoke of. The first listing of a file counts; an unclosed one is never written.
 */
export function parseWhole(reply: EditReply, context: ParseContext, format: FormatName): ParsedReply {
  const lines = splitLines(reply.text);
  const draft = newDraft(format);
  const files = fileTexts(context);
  const listings = findListings(lines, context);
  const taken = new Set<string>();
  const nameless: Listing[] = [];
  let index = 0;
  for (const listing of listings) {
    if (isShellFence(listing.fence) && listing.name.certainty !== 'named') {
      addCommand(draft, lines, listing);
      continue;
    }
    if (listing.name.certainty === 'unclear' || isPart(listing, lines, files)) {
      reportUnclear(draft, listing.name.path ?? '', { format, index: index++ });
      continue;
    }
    const path = acceptedPath(listing, lines, files);
    const source = { format, index };
    if (path === undefined) nameless.push(listing);
    else {
      const target = shownTarget(path, lines.slice(listing.start, listing.end), context, files);
      if (target !== undefined)
        draft.notes.push(`there is no \`${path}\`; the listing was taken for \`${target}\``);
      readListing(draft, lines, listing, target ?? path, taken, reply, source);
      index += 1;
    }
  }
  reportNameless(draft, nameless, context, lines, files, { format, index });
  return draft;
}

function findListings(lines: readonly string[], context: ParseContext): Listing[] {
  const listings: Listing[] = [];
  let alone: { path: string; end: number } | undefined;
  let floor = 0;
  for (let i = 0; i < lines.length; i++) {
    const fence = readFence(lines[i] ?? '');
    if (!fence || fence.closingTag) continue;
    const own = findListingName(lines, i, floor, fence, context);
    const name = own.certainty === 'named' ? own : (nameBefore(lines, i, fence, alone) ?? own);
    // A tag is a fence only below a name: elsewhere it is a piece of HTML in the prose.
    if (fence.length === 0 && name.certainty === 'none') continue;
    const ending = endOfListing(lines, i, fence, name.path ?? '', context);
    const { end, closed } = ending;
    const listing = { name, fence, start: i + 1 + name.linesInside, ...ending };
    if (name.certainty === 'apart') listings.pop();
    alone = onlyName(lines, i, listing, context);
    listings.push(alone ? { ...listing, name: noName } : listing);
    floor = closed ? end + 1 : end;
    i = closed ? end : end - 1;
  }
  return listings;
}

const noName: ListingName = { path: undefined, certainty: 'none', linesInside: 0 };

/** A fence with nothing but a file's name inside; written as it is, it would empty the file. */
function onlyName(
  lines: readonly string[],
  at: number,
  { name: { path }, end, closed }: Listing,
  context: ParseContext,
): { path: string; end: number } | undefined {
  const inside = lines.slice(at + 1, end).filter((line) => !isBlank(line));
  if (path === undefined || !closed || inside.length === 0) return undefined;
  return inside.every((line) => pathOfLine(line, context) === path) ? { path, end } : undefined;
}

/** The name in the fence right above this one. Commands below it are no content, except of a script. */
function nameBefore(
  lines: readonly string[],
  at: number,
  fence: Fence,
  alone: { path: string; end: number } | undefined,
): ListingName | undefined {
  if (!alone || !lines.slice(alone.end + 1, at).every(isBlank)) return undefined;
  if (isShellFence(fence) && !/\.(?:sh|bash|zsh|fish|ps1|bat|cmd)$/i.test(alone.path)) return undefined;
  return { path: alone.path, certainty: 'apart', linesInside: 0 };
}

/** A mere mention of an existing file, and a snippet for it below. */
function isPart({ name, start, end }: Listing, lines: readonly string[], files: FileTexts): boolean {
  if (name.certainty !== 'apart' || name.path === undefined || files.isBlank(name.path)) return false;
  return !files.resembles(name.path, lines.slice(start, end));
}

/** A name on its own line is enough; a file that a sentence speaks of must look like the listing. */
function acceptedPath(
  { name, start, end }: Listing,
  lines: readonly string[],
  files: FileTexts,
): string | undefined {
  if (name.certainty === 'named' || name.certainty === 'new' || name.certainty === 'apart') return name.path;
  if (name.path === undefined) return undefined;
  return files.resembles(name.path, lines.slice(start, end)) ? name.path : undefined;
}

function readListing(
  draft: Draft,
  lines: readonly string[],
  listing: Listing,
  path: string,
  taken: Set<string>,
  reply: EditReply,
  source: OperationSource,
): void {
  if (!listing.closed || cutAtInnerFence(lines, listing, path, reply)) {
    const cause =
      listing.end < lines.length
        ? 'its fence is not closed before the next file'
        : 'the reply ends inside it';
    report(
      draft,
      'TRUNCATED',
      path,
      `The listing of ${path} was not written: ${cause}. Send it again, complete.`,
      source,
    );
    return;
  }
  if (isDiff(listing, lines, path)) {
    const message = `The listing of ${path} is a diff. Send the whole file instead.`;
    report(draft, 'BAD_PATCH', path, message, source);
    return;
  }
  if (listing.unclear) {
    reportUnbalanced(draft, path, source);
    return;
  }
  if (taken.has(path)) {
    draft.notes.push(`${path}: listed again further down; the first listing counts`);
    return;
  }
  taken.add(path);
  const notes =
    listing.name.certainty === 'named'
      ? []
      : [
          `${path}: file name taken from the ${listing.name.certainty === 'apart' ? 'fence' : 'sentence'} above the listing`,
        ];
  draft.operations.push({
    kind: 'overwrite',
    path,
    content: joinLines(lines.slice(listing.start, listing.end)),
    source,
    notes,
  });
  draft.notes.push(...notes);
}

/** Some models answer with a diff under the file's name, or in place of a listing; written as it is, it would replace the file. */
function isDiff({ fence, start, end }: Listing, lines: readonly string[], path: string): boolean {
  if (/\.(?:diff|patch)$/i.test(path)) return false;
  if (/^(?:u?diff|patch)$/i.test(fence.info)) return true;
  const head = lines.slice(start, end).filter((line) => !isBlank(line));
  const hunk = head.findIndex((line) => /^@@(?: .*)? @@|^@@\s*$/.test(line));
  return hunk >= 0 && head.slice(0, hunk).every((line) => /^(?:diff |index |--- |\+\+\+ )/.test(line));
}

/** In a file that holds fences itself, a reply cut right after one of them looks finished. */
function cutAtInnerFence(
  lines: readonly string[],
  listing: Listing,
  path: string,
  reply: EditReply,
): boolean {
  return reply.cutOff === true && isProseFile(path) && lines.slice(listing.end + 1).every(isBlank);
}

function reportUnbalanced(draft: Draft, path: string, source: OperationSource): void {
  const message =
    `The fences in the listing of ${path} do not pair up, so its end is unclear. ` +
    'Send it again inside a fence that is longer than every fence in the file.';
  report(draft, 'BAD_PATCH', path, message, source);
}

/** Leaving it out as a snippet could lose half of the change; writing it could replace a file by a part of it. */
function reportUnclear(draft: Draft, path: string, source: OperationSource): void {
  const message =
    `The listing under the heading of ${path} was not written: it is not clear that it is the whole file. ` +
    'Send it again with the path alone on the line above the fence and the whole file inside.';
  report(draft, 'NO_FILENAME', path, message, source);
}

function addCommand(draft: Draft, lines: readonly string[], { start, end }: Listing): void {
  const command = commandText(lines.slice(start, end));
  if (command !== '') draft.commands.push(command);
}

/**
 * Listings without a name: with one file shown and nothing else edited, the listing is that file when it repeats most
 * of it. Otherwise it is a snippet next to real listings, or the model forgot the name and is told so.
 */
function reportNameless(
  draft: Draft,
  nameless: readonly Listing[],
  context: ParseContext,
  lines: readonly string[],
  files: FileTexts,
  source: OperationSource,
): void {
  const [first] = nameless;
  if (!first) return;
  const broken = unbalanced(draft, nameless);
  if (broken !== undefined) {
    reportUnbalanced(draft, broken, source);
    return;
  }
  if (draft.operations.length > 0 || draft.problems.length > 0) {
    draft.notes.push(
      `${nameless.length === 1 ? 'a fenced snippet' : `${nameless.length} fenced snippets`} without a file name left out`,
    );
    return;
  }
  const only = context.shown.length === 1 ? context.shown[0] : undefined;
  const whole =
    only === undefined ? undefined : nameless.find((listing) => isListingOf(only, listing, lines, files));
  if (only !== undefined && whole) {
    const notes = [`${only}: the listing names no file; it repeats most of the only file shown`];
    draft.operations.push({
      kind: 'overwrite',
      path: only,
      content: joinLines(lines.slice(whole.start, whole.end)),
      source,
      notes,
    });
    draft.notes.push(...notes);
    return;
  }
  report(
    draft,
    'NO_FILENAME',
    '',
    'The listing has no file name. Write the full path of the file alone on the line above its fence, and the whole file inside.',
    source,
  );
}

function isListingOf(path: string, listing: Listing, lines: readonly string[], files: FileTexts): boolean {
  const { closed, start, end } = listing;
  return closed && !isDiff(listing, lines, path) && files.resembles(path, lines.slice(start, end));
}

/** The Markdown file whose listing ended too early: a fence that nothing closes is left over after it. */
function unbalanced(draft: Draft, nameless: readonly Listing[]): string | undefined {
  const last = nameless.at(-1);
  if (!last || last.closed) return undefined;
  return draft.operations.findLast((operation) => isProseFile(operation.path))?.path;
}
