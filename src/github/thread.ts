/** What stood in a thread when a command was given. */
import { z } from 'zod';
import { count } from '../report/format.ts';
import type { Thread, ThreadWanted } from '../runs/forge.ts';
import type { Task } from '../runs/task.ts';
import { atLeast, roleOf } from './access.ts';
import { imageAddresses, readImages } from './attachments.ts';
import { type Octokit, statusOf } from './client.ts';
import { readFailingChecks } from './failing-checks.ts';
import { linkedNumbers, readLinkedIssue } from './linked-issues.ts';
import { minimizedComments } from './minimized.ts';

const userSchema = z.object({ login: z.string(), type: z.string() }).nullable();
const issueSchema = z.object({
  title: z.string(),
  body: z.string().nullish(),
  body_html: z.string().nullish(),
  user: userSchema,
});
const commentSchema = z.object({
  id: z.number(),
  body: z.string().nullish(),
  body_html: z.string().nullish(),
  user: userSchema,
  created_at: z.string(),
  updated_at: z.string(),
});

/** With the text as GitHub renders it, which has the addresses at which images can be had. */
const rendered = { mediaType: { format: 'full' } };

/** More would fill any window; the newest count most. */
const MOST_COMMENTS = 50;

/** `slug`: of the App. `isOurs`: whether a comment is one of ours. */
interface ThreadPlace {
  webUrl: string;
  slug: string;
  isOurs(body: string): boolean;
}

/**
 * Title, body and earlier comments as they were when the command was given. Comments that were edited after it are left out:
 * they may say anything now.
 */
export async function readThread(
  octokit: Octokit,
  task: Task,
  wanted: ThreadWanted,
  { webUrl, slug, isOurs }: ThreadPlace,
): Promise<Thread> {
  const { owner, name } = task.repository;
  const place = { owner, repo: name, issue_number: task.issue };
  const issue = issueSchema.parse(
    (await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', { ...place, ...rendered }))
      .data,
  );
  const { title, body } = task.opening ?? { title: issue.title, body: issue.body ?? '' };
  const listed = z.array(commentSchema).parse(
    await octokit.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...place,
      ...rendered,
      per_page: 100,
    }),
  );
  const whose = roleReader(octokit, task.repository);
  const comments: Thread['comments'] = [];
  const before = listed.filter((comment) => isEarlier(comment, task.comment) && !isOurs(comment.body ?? ''));
  const hidden =
    before.length === 0
      ? new Set<number>()
      : await minimizedComments(octokit, { owner, name, issue: task.issue });
  const earlier = before.filter(({ id }) => !hidden.has(id));
  const addresses = new Map<Thread['comments'][number], string[]>();
  for (const { user, body, body_html } of earlier.filter(isAsItWas(task.comment)).slice(-MOST_COMMENTS)) {
    if (!body) continue;
    const author = user?.login ?? 'ghost';
    const from = await whose(author, user?.type === 'Bot');
    // Bots repeat themselves and each other; ours would only quote its own progress.
    if (from === 'bot') continue;
    const comment = { author, body, from, images: [] };
    comments.push(comment);
    addresses.set(comment, imageAddresses(body_html ?? ''));
  }
  const edited = earlier.filter(
    (comment) => comment.user?.type !== 'Bot' && !isAsItWas(task.comment)(comment),
  );
  // Rendered is the body of today; of one that was changed since, nothing is known but its text.
  const opening = body === (issue.body ?? '') ? imageAddresses(issue.body_html ?? '') : [];
  const pictures = await readImages(wanted.images, webUrl, [opening, ...newestOf(comments, addresses)]);
  for (const [comment, found] of addresses) comment.images = pictures.of(found);
  const links = await readLinked(octokit, task, wanted.linkedIssues, {
    texts: [task.instruction, `${title}\n${body}`, ...comments.map((comment) => comment.body)],
    whose,
  });
  const checks = wanted.failingChecks
    ? await readFailingChecks(octokit, task, slug)
    : { failing: [], notes: [] };
  const author = issue.user?.login ?? 'ghost';
  return {
    title,
    body,
    images: pictures.of(opening),
    author,
    authorWrites: (await whose(author, issue.user?.type === 'Bot')) === 'writer',
    comments,
    ...(task.thread === 'pull-request' ? { diff: await readDiff(octokit, task) } : {}),
    linked: links.linked,
    failing: checks.failing,
    leftOut: [
      ...(edited.length === 0
        ? []
        : [
            `${count(edited.length, 'comment')} edited after the command ${edited.length === 1 ? 'was' : 'were'} left out.`,
          ]),
      ...pictures.notes,
      ...checks.notes,
      ...links.edited.map((number) => `Issue ${number} was edited after the command and left out.`),
    ],
  };
}

/** Those of people who may write come first: an outsider's must not take their room. */
function newestOf(
  comments: Thread['comments'],
  addresses: ReadonlyMap<Thread['comments'][number], string[]>,
): string[][] {
  const newest = comments.toReversed();
  return [
    ...newest.filter(({ from }) => from === 'writer'),
    ...newest.filter(({ from }) => from !== 'writer'),
  ].map((comment) => addresses.get(comment) ?? []);
}

type Comment = z.infer<typeof commentSchema>;

/** By number where there is one: two comments of one second have the same time. */
function isEarlier(comment: Comment, command: Task['comment']): boolean {
  return command.id === 0 ? comment.created_at <= command.updatedAt : comment.id < command.id;
}

/** A change in the very second of the command counts as later. */
const isAsItWas = (command: Task['comment']) => (comment: Comment) =>
  comment.updated_at === comment.created_at || comment.updated_at < command.updatedAt;

type Whose = (login: string, isBot: boolean) => Promise<Thread['comments'][number]['from']>;

function roleReader(octokit: Octokit, repository: Task['repository']): Whose {
  const writers = new Map<string, boolean>();
  return async (login, isBot) => {
    if (isBot) return 'bot';
    const writes = writers.get(login) ?? atLeast(await roleOf(octokit, repository, login), 'write');
    writers.set(login, writes);
    return writes ? 'writer' : 'outsider';
  };
}

async function readLinked(
  octokit: Octokit,
  task: Task,
  most: number,
  { texts, whose }: { texts: readonly string[]; whose: Whose },
): Promise<{ linked: Thread['linked']; edited: number[] }> {
  const linked: Thread['linked'] = [];
  const edited: number[] = [];
  for (const number of linkedNumbers(texts, task.repository, { self: task.issue, most })) {
    const found = await readLinkedIssue(octokit, task.repository, number, task.comment.updatedAt);
    if (found === 'edited') edited.push(number);
    else if (found) {
      const { isBot, ...issue } = found;
      linked.push({ ...issue, from: await whose(issue.author, isBot) });
    }
  }
  return { linked, edited };
}

/** Enough for a reviewer's point to make sense; the files themselves are shown in full where they matter. */
const LONGEST_DIFF = 20_000;

async function readDiff(octokit: Octokit, { repository, issue }: Task): Promise<string> {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      owner: repository.owner,
      repo: repository.name,
      pull_number: issue,
      mediaType: { format: 'diff' },
    });
    // With this media type GitHub answers text, whatever the types of the JSON answer say.
    const text = String(data);
    return text.length > LONGEST_DIFF ? `${text.slice(0, LONGEST_DIFF)}\n(cut)` : text;
  } catch (error) {
    // 406: too large for GitHub to show.
    if (statusOf(error) === 406) return '';
    throw error;
  }
}
