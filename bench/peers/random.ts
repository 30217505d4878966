/** Good edits at random, several to a reply, as patches, edit calls and unified diffs: what tools do with replies that are right. */
import { samples } from '../../test/edits/mutation/samples.ts';
import { call } from '../../test/edits/mutation/writers.ts';
import type { Reply } from './types.ts';

type Random = (below: number) => number;

/** Whole numbers from 0, the same for the same seed (Marsaglia's xorshift, 32 bits). */
function randomFrom(seed: number): Random {
  let state = seed || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Lines `at` to `at + gone` become `fresh`. */
interface Change {
  at: number;
  gone: number;
  fresh: string[];
}

interface Draft {
  path: string;
  lines: string[];
  changes: Change[];
  /** Whether the file ends in a line end. */
  ended: boolean;
  random: Random;
}

/** One to four changes of one file, in file order, with at least one line between two of them. */
function draft(random: Random): Draft {
  const sample = samples[random(samples.length)];
  if (!sample) throw new Error('there are samples');
  const lines = sample.text.split('\n').slice(0, -1);
  const changes: Change[] = [];
  for (let at = random(8), left = 1 + random(4); left > 0 && at < lines.length; left--) {
    const gone = Math.min(random(3), lines.length - at);
    const model = lines[at] ?? '';
    const indent = model.slice(0, model.length - model.trimStart().length);
    const count = gone === 0 ? 1 + random(2) : random(3);
    const fresh = Array.from({ length: count }, (_, index) => `${indent}fresh_${at}_${index} = "$& x"`);
    changes.push({ at, gone, fresh });
    at += gone + 1 + random(9);
  }
  return { path: sample.path, lines, changes, ended: random(8) > 0, random };
}

const endOf = ({ ended }: Draft, text: string): string => (ended ? `${text}\n` : text);
const fileOf = (draft: Draft): string => endOf(draft, draft.lines.join('\n'));

/** The file after the changes. A patch ends each line that it writes, and a file that loses its last line has no new end. */
function resultOf(draft: Draft, terminates: boolean): string {
  const lines = [...draft.lines];
  for (const { at, gone, fresh } of [...draft.changes].reverse()) lines.splice(at, gone, ...fresh);
  const last = draft.changes.at(-1);
  const writesLast = last && last.at + last.gone === draft.lines.length && last.fresh.length > 0;
  const ends = lines.length > 0 && (draft.ended || (terminates && writesLast));
  return lines.join('\n') + (ends ? '\n' : '');
}

interface Hunk {
  from: number;
  to: number;
  body: string[];
}

/** Context reaches up to three lines, never into the next change. */
function hunksOf({ lines, changes, random }: Draft): Hunk[] {
  return changes.map(({ at, gone, fresh }, index) => {
    const before = changes[index - 1];
    const floor = before ? before.at + before.gone : 0;
    const ceiling = changes[index + 1]?.at ?? lines.length;
    let from = Math.max(floor, at - random(4));
    const to = Math.min(ceiling, at + gone + random(4));
    // lines that only come need one that stays
    if (gone === 0 && from === at && to === at) from = Math.max(floor, at - 1);
    const old = (start: number, end: number, sign: string) =>
      lines.slice(start, end).map((line) => sign + line);
    return {
      from,
      to,
      body: [
        ...old(from, at, ' '),
        ...old(at, at + gone, '-'),
        ...fresh.map((line) => `+${line}`),
        ...old(at + gone, to, ' '),
      ],
    };
  });
}

/** How often the lines of the hunk stand in the file from a line on, and whether the first place is the one that is meant. */
function placesOf(lines: readonly string[], { from, to }: Hunk, after: number) {
  const found: number[] = [];
  for (let at = after; at + to - from <= lines.length; at++)
    if (lines.slice(at, at + to - from).every((line, index) => line === lines[from + index])) found.push(at);
  return { count: found.length, isFirst: found[0] === from };
}

/** What a hunk needs to be told apart: nothing, an anchor above it, or a reader that takes the first place below the hunk before. */
function headers(draft: Draft, hunks: readonly Hunk[]): { heads: string[]; kind: string } | undefined {
  const { lines, random } = draft;
  const heads: string[] = [];
  const kinds = new Set<string>();
  let after = 0;
  for (const hunk of hunks) {
    if (hunk.to === hunk.from) return undefined;
    const everywhere = placesOf(lines, hunk, 0);
    const wantsAnchor = random(3) === 0 || everywhere.count > 1;
    const above = lines.slice(after, hunk.from);
    const anchor = wantsAnchor
      ? above.findLast(
          (line) => line.trim().length > 3 && lines.filter((other) => other === line).length === 1,
        )
      : undefined;
    const start = anchor === undefined ? after : lines.indexOf(anchor) + 1;
    const places = placesOf(lines, hunk, start);
    if (!places.isFirst) return undefined;
    if (places.count > 1) kinds.add('the first place is meant');
    else if (everywhere.count > 1) kinds.add('order or anchors decide');
    heads.push(anchor === undefined ? '@@' : `@@ ${anchor.trim()}`);
    after = hunk.to;
  }
  const order = ['the first place is meant', 'order or anchors decide'];
  return { heads, kind: order.find((kind) => kinds.has(kind)) ?? 'unique lines' };
}

const curly = (text: string): string =>
  text.replaceAll('"', '\u201d').replaceAll("'", '\u2019').replaceAll('-', '\u2013');

/** The file, or the old lines of the reply, spelled in another way; what is written stays. */
const spellings: Record<string, { file?: (line: string) => string; sent?: (line: string) => string }> = {
  'as in the file': {},
  'blanks at line ends in the file': { file: (line) => `${line}  ` },
  'blanks at line ends in the reply': { sent: (line) => (line.trim() === '' ? line : `${line} `) },
  'curly signs in the file': { file: curly },
  'curly signs in the reply': { sent: curly },
  'no indentation in the reply': { sent: (line) => line.trimStart() },
  'CRLF in the file': { file: (line) => `${line}\r` },
};

function reply(
  draft: Draft,
  name: string,
  format: Reply['format'],
  sent: Reply['reply'],
  files: { before: Record<string, string>; after: Record<string, string> },
): Reply {
  const right = files.after[draft.path] ?? '';
  return {
    format,
    reply: sent,
    files: files.before,
    wanted: files.after,
    right,
    want: 'either',
    mistake: 0,
    name,
    path: draft.path,
  };
}

function randomPatch(random: Random): Reply | undefined {
  const made = draft(random);
  const hunks = hunksOf(made);
  const headed = headers(made, hunks);
  if (!headed || hunks.length === 0) return undefined;
  const names = Object.keys(spellings);
  const spelling = random(2) === 0 ? 'as in the file' : (names[random(names.length)] ?? '');
  const { file = (line: string) => line, sent = (line: string) => line } = spellings[spelling] ?? {};
  const spelled = (line: string) =>
    line.startsWith('+') ? line : `${line.slice(0, 1)}${sent(line.slice(1))}`;
  const atEnd = hunks.at(-1)?.to === made.lines.length && random(2) === 0;
  const moves = random(8) === 0;
  const target = moves ? `moved/${made.path}` : made.path;
  const body = hunks.flatMap((hunk, index) => [headed.heads[index] ?? '@@', ...hunk.body.map(spelled)]);
  const others = random(6) === 0;
  const text = [
    '*** Begin Patch',
    ...(others ? ['*** Add File: docs/new.md', '+# New', '+', '+* one'] : []),
    `*** Update File: ${made.path}`,
    ...(moves ? [`*** Move to: ${target}`] : []),
    ...body,
    ...(atEnd ? ['*** End of File'] : []),
    ...(others ? ['*** Delete File: docs/old.md'] : []),
    '*** End Patch',
    '',
  ].join('\n');
  const isCrlf = spelling.startsWith('CRLF');
  // what is written takes the file's line ends, and lines that stay are the file's own
  const dressed: Draft = {
    ...made,
    ended: made.ended || isCrlf,
    lines: made.lines.map(file),
    changes: made.changes.map((change) => ({
      ...change,
      fresh: change.fresh.map((line) => (isCrlf ? `${line}\r` : line)),
    })),
  };
  const before = { [made.path]: fileOf(dressed), ...(others ? { 'docs/old.md': 'old\n' } : {}) };
  const after = {
    [target]: resultOf(dressed, true),
    ...(others ? { 'docs/new.md': '# New\n\n* one\n' } : {}),
  };
  return reply(made, `${headed.kind}; ${spelling}`, 'patch', { text }, { before, after });
}

function randomUdiff(random: Random): Reply | undefined {
  const made = draft(random);
  const hunks = hunksOf(made);
  const headed = headers(made, hunks);
  if (!headed || hunks.length === 0) return undefined;
  const numbered = random(2) === 0;
  const head = ({ from, to }: Hunk) =>
    numbered ? `@@ -${from + 1},${to - from} +${from + 1},${to - from} @@` : '@@ ... @@';
  const text = [
    '```diff',
    `--- ${made.path}`,
    `+++ ${made.path}`,
    ...hunks.flatMap((hunk) => [head(hunk), ...hunk.body]),
    '```',
    '',
  ].join('\n');
  const files = {
    before: { [made.path]: fileOf(made) },
    after: { [made.path]: resultOf(made, false) },
  };
  return reply(made, `${headed.kind}; ${numbered ? 'line numbers' : 'dots'}`, 'udiff', { text }, files);
}

/** An edit call with several pieces of text, each of which stands once; a piece may start and end in mid-line. */
function randomEdit(random: Random): Reply | undefined {
  const made = draft(random);
  const text = fileOf(made);
  const edits: { oldText: string; newText: string; start: number }[] = [];
  for (let start = random(60), left = 1 + random(4); left > 0 && start < text.length; left--) {
    const oldText = text.slice(start, start + 8 + random(90));
    if (text.indexOf(oldText) !== text.lastIndexOf(oldText) || oldText.trim().length < 4) return undefined;
    const cut = random(oldText.length);
    const newText = [
      `${oldText.slice(0, cut)}fresh_${start}${oldText.slice(cut)}`,
      `fresh_${start} = "$& x"`,
      oldText.slice(0, cut),
    ][random(3)];
    edits.push({ oldText, newText: newText ?? '', start });
    start += oldText.length + random(120);
  }
  let right = text;
  for (const { oldText, newText, start } of [...edits].reverse())
    right = right.slice(0, start) + newText + right.slice(start + oldText.length);
  if (edits.length === 0 || right === text) return undefined;
  const names = Object.keys(spellings).filter((name) => !name.startsWith('no indentation'));
  const spelling = random(2) === 0 ? 'as in the file' : (names[random(names.length)] ?? '');
  const { file, sent } = spellings[spelling] ?? {};
  // blanks at the end of a piece that ends in mid-line are part of it: only whole lines can be spelled otherwise
  const each = (change: (line: string) => string, one: string) =>
    one
      .split('\n')
      .map((line, index, all) => (index === all.length - 1 ? line : change(line)))
      .join('\n');
  if (file && spelling !== 'CRLF in the file') return undefined;
  const crlf = (one: string) => (file ? one.replaceAll('\n', '\r\n') : one);
  const pairs = edits.map(({ oldText, newText }) => ({
    oldText: sent ? each(sent, oldText) : oldText,
    newText,
  }));
  const files = { before: { [made.path]: crlf(text) }, after: { [made.path]: crlf(right) } };
  const name = `${edits.length === 1 ? 'one piece' : 'several pieces'}; ${spelling}`;
  return reply(made, name, 'edit', call('edit', { path: made.path, edits: pairs }), files);
}

const makers: Partial<Record<Reply['format'], (random: Random) => Reply | undefined>> = {
  patch: randomPatch,
  udiff: randomUdiff,
  edit: randomEdit,
};

/** `count` replies in one of the formats patch, udiff and edit; none in another one. */
export function randomReplies(format: Reply['format'], count: number): Reply[] {
  const make = makers[format];
  const replies: Reply[] = [];
  const random = randomFrom(20_261_130);
  while (make && replies.length < count) {
    const one = make(random);
    if (one) replies.push(one);
  }
  return replies;
}
