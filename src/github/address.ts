/** `address`: the unresolved review threads of a pull request become the numbered points of one run. */
import { type ParseOptions, parseCommands } from '../commands/parse.ts';
import { cleanUserText } from '../lib/clean-text.ts';
import { count } from '../report/format.ts';
import { readMarker } from '../report/marker.ts';
import type { Reply } from '../report/replies.ts';
import type { Task } from '../runs/task.ts';
import { atLeast, roleOf } from './access.ts';
import type { Asker } from './asker.ts';
import { type ReviewThread, unresolvedThreads } from './unresolved-threads.ts';

/** Each is a step of its own; what is left is said, and the next `address` takes it. */
const MOST_POINTS = 20;

type Points = Pick<Task, 'instruction' | 'review' | 'notes' | 'files'>;

/** `text`: whose threads, as `@login`; empty or `all`: everybody's. */
export async function unresolvedPoints(asker: Asker, text: string): Promise<Points | { reply: Reply }> {
  const [word = ''] = text.trim().split(/\s+/);
  const login = /^@([A-Za-z0-9-]{1,39})$/.exec(word)?.[1];
  if (login === undefined && word !== '' && word.toLowerCase() !== 'all')
    return { reply: { kind: 'address-whom' } };
  const { octokit, place, context, origin } = asker;
  const threads = await unresolvedThreads(octokit, place);
  const logins = new Set(
    threads.flatMap(({ comments }) => comments.nodes.flatMap(({ author }) => author?.login ?? [])),
  );
  const writers = new Set<string>();
  for (const known of logins)
    if (atLeast(await roleOf(octokit, place, known), 'write')) writers.add(known.toLowerCase());
  const sorted = sortThreads(threads, {
    writers,
    isOurs: ({ author, body }) =>
      (author?.__typename === 'Bot' ? `${author.login}[bot]` : author?.login) === context.app.login &&
      readMarker(body, context.sign) !== undefined,
    until: origin.at,
    ...(login === undefined ? {} : { login }),
    commands: context.commands,
  });
  if (sorted.points.length === 0) return { reply: { kind: 'nothing-to-address', ...sorted.left } };
  return pointsOf(sorted);
}

type Said = ReviewThread['comments']['nodes'][number];

interface Point {
  /** What people with write access said in the thread, oldest first. */
  said: { author: string; text: string }[];
  others: { author: string; from: 'outsider' | 'bot'; body: string }[];
  /** The first comment, which answers are attached to. */
  root: number;
  path: string;
  line: number | null;
  hunk: string;
}

export interface Sorted {
  points: Point[];
  /** Threads that are left out, by reason. */
  left: { answered: number; outsiders: number };
}

/**
 * Which threads are to be worked on. Only people who may write direct; a thread in which nobody of them spoke is left alone,
 * and so is one that the App answered last. What was said or edited after `until` does not count.
 */
export function sortThreads(
  threads: readonly ReviewThread[],
  given: {
    writers: ReadonlySet<string>;
    isOurs(comment: Said): boolean;
    until: string;
    login?: string;
    commands: ParseOptions;
  },
): Sorted {
  const sorted: Sorted = { points: [], left: { answered: 0, outsiders: 0 } };
  for (const { path, line, comments } of threads) {
    const heard = comments.nodes.filter(
      ({ createdAt, lastEditedAt }) => (lastEditedAt ?? createdAt) <= given.until && createdAt <= given.until,
    );
    const [root] = heard;
    if (!root) continue;
    const by = ({ author }: Said) => author?.login ?? 'ghost';
    if (given.login && !heard.some((one) => by(one).toLowerCase() === given.login?.toLowerCase())) continue;
    const { isOurs } = given;
    const isBot = ({ author }: Said) => author?.__typename === 'Bot';
    const isWriter = (one: Said) => !isBot(one) && !isOurs(one) && given.writers.has(by(one).toLowerCase());
    const said = heard.filter(isWriter);
    if (said.length === 0) {
      sorted.left.outsiders += 1;
      continue;
    }
    if (heard.findLastIndex(isOurs) > heard.findLastIndex(isWriter)) {
      sorted.left.answered += 1;
      continue;
    }
    sorted.points.push({
      said: said.map((one) => ({ author: by(one), text: wordsOf(one.body, given.commands) })),
      others: heard
        .filter((one) => !isWriter(one) && !isOurs(one))
        .map((one) => ({ author: by(one), from: isBot(one) ? 'bot' : 'outsider', body: one.body })),
      root: root.databaseId,
      path,
      line,
      hunk: root.diffHunk.slice(-4_000),
    });
  }
  return sorted;
}

/** A comment, or what its commands say. */
function wordsOf(body: string, options: ParseOptions): string {
  const parsed = parseCommands(body, options);
  const commands = parsed.kind === 'commands' ? parsed.commands.map(({ text }) => text).join('\n') : '';
  return commands === '' ? cleanUserText(body).text : commands;
}

function pointsOf({ points: all, left }: Sorted): Points {
  const points = all.slice(0, MOST_POINTS);
  const words = points.map(({ said, path, line }, index) => {
    const where = `${path}${line === null ? '' : `, line ${line}`}`;
    const text =
      said.length === 1
        ? (said[0]?.text ?? '')
        : said.map((one) => `@${one.author}: ${one.text}`).join('\n   ');
    return `${points.length > 1 ? `${index + 1}. ` : ''}${text} (${where})`;
  });
  const notes = [
    ...(all.length > points.length
      ? [`${count(all.length - points.length, 'thread')} more wait for another \`address\`.`]
      : []),
    ...(left.outsiders > 0
      ? [`${count(left.outsiders, 'thread')} without a word of anybody who may write here: left alone.`]
      : []),
  ];
  return {
    instruction: words.join('\n'),
    notes,
    files: [...new Set(points.map(({ path }) => path))],
    review: points.map(({ root, path, line, hunk, others }, index) => ({
      point: index + 1,
      thread: root,
      path,
      line,
      hunk,
      others,
    })),
  };
}
