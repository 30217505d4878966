/** Our answers in review threads: which commit settles it, what the model says, or why there is nothing. */
import { readMarker, type Sign, writeMarker } from '../report/marker.ts';
import { threadAnswer } from '../report/thread-answer.ts';
import type { RunFacts, Voice } from '../report/types.ts';
import type { Task } from '../runs/task.ts';
import { type Octokit, statusOf } from './client.ts';
import { type ThreadComment, threadComments } from './thread-comments.ts';

interface Tools {
  sign: Sign;
  redact(text: string): string;
}

interface Answer {
  /** The first comment of the thread. */
  thread: number;
  /** Names the answer: the same is given once. */
  run: string;
  /** Markdown. */
  text: string;
}

type Place = { owner: string; name: string; issue: number };

/**
 * One reply in each thread that a run was about, once: a reply of an earlier attempt is found by its signed marker. Returns how
 * many threads were deleted meanwhile.
 */
export async function answerThreads(
  octokit: Octokit,
  facts: RunFacts,
  task: Task,
  options: Tools & { voice: Voice },
): Promise<number> {
  if (task.review.length === 0) return 0;
  const { owner, name } = task.repository;
  const place = { owner, name, issue: task.issue };
  const comments = await threadComments(octokit, place);
  const points = task.review.length;
  let lost = 0;
  for (const { point, thread } of task.review) {
    const text = threadAnswer(facts, { point, points }, options.voice);
    if (!(await reply(octokit, place, { thread, run: facts.id, text }, comments, options))) lost += 1;
  }
  return lost;
}

/** A single reply in a thread, once; nothing where the thread is gone. */
export async function answerThread(
  octokit: Octokit,
  place: Place,
  answer: Answer,
  tools: Tools,
): Promise<void> {
  await reply(octokit, place, answer, await threadComments(octokit, place), tools);
}

/** Returns false when the thread is gone. */
async function reply(
  octokit: Octokit,
  { owner, name, issue }: Place,
  { thread, run, text }: Answer,
  comments: readonly ThreadComment[],
  { sign, redact }: Tools,
): Promise<boolean> {
  const target = `${owner}/${name}#${issue} review ${thread}`;
  const isAnswered = comments.some((comment) => {
    if (comment.in_reply_to_id !== thread) return false;
    const marker = readMarker(comment.body, sign);
    return marker?.run === run && marker.target === target;
  });
  if (isAnswered) return true;
  const marker = writeMarker({ kind: 'reply', run, target }, sign);
  try {
    await octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies', {
      owner,
      repo: name,
      pull_number: issue,
      comment_id: thread,
      body: redact(`${marker}\n${text}`),
      request: { retries: 0 },
    });
    return true;
  } catch (error) {
    if (statusOf(error) !== 404 || comments.some(({ id }) => id === thread)) throw error;
    return false;
  }
}
