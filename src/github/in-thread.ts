/** A command on a line of a review: what was said in its thread before, and the answer there. */
import { z } from 'zod';
import type { Command } from '../commands/types.ts';
import { readMarker } from '../report/marker.ts';
import { commitsNamedIn } from '../report/thread-answer.ts';
import type { Task } from '../runs/task.ts';
import type { Asker } from './asker.ts';
import { answerThread } from './review-threads.ts';
import { startRun, taskFor, type Wanted } from './start-run.ts';
import { commentsAbove, type ThreadComment, threadComments } from './thread-comments.ts';
import { wantedBy } from './wanted.ts';

export const reviewCommentSchema = z.object({
  id: z.number().int(),
  body: z.string(),
  path: z.string(),
  diff_hunk: z.string(),
  line: z.number().int().nullish(),
  original_line: z.number().int().nullish(),
  in_reply_to_id: z.number().int().nullish(),
  updated_at: z.string(),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;

/** What is known of the threads in which commands stand. */
export interface ThreadReader {
  /** Comments above a command. */
  above(command: ReviewComment): Promise<Task['review'][number]['others']>;
  /** Commits that our last answer in a thread names, by the start of their hashes. */
  named(thread: number): string[];
}

/** Reads the threads only when there is one: a command that opens its own has nothing above it. */
export async function threadReader(asker: Asker, asked: readonly ReviewComment[]): Promise<ThreadReader> {
  const { context, octokit, place } = asker;
  const replies = asked.some((comment) => comment.in_reply_to_id);
  const comments = replies ? await threadComments(octokit, place) : [];
  const isOurs = ({ user, body }: ThreadComment) =>
    user?.login === context.app.login && readMarker(body, context.sign) !== undefined;
  return {
    above: (command) => commentsAbove(comments, command, isOurs, { octokit, ...place }),
    named(thread) {
      const ours = comments.filter((one) => one.in_reply_to_id === thread && isOurs(one)).at(-1);
      return commitsNamedIn(ours?.body.split('\n').slice(1).join('\n') ?? '');
    },
  };
}

/** A command that has a thread of its own is answered there. */
export async function carryOutInThread(
  asker: Asker,
  index: number,
  command: Command,
  comment: ReviewComment,
  inThreads: ThreadReader,
): Promise<void> {
  const { context, octokit, place, origin } = asker;
  const { trigger } = context.voice;
  const thread = comment.in_reply_to_id ?? comment.id;
  const say = (text: string) =>
    answerThread(octokit, place, { thread, run: `${origin.kind} ${origin.id}.${index}`, text }, context);
  const start = async (wanted: Wanted) => {
    const review = [await reviewPoint(comment, 1, inThreads)];
    await startRun(asker, index, taskFor(asker, { ...wanted, review }));
  };
  switch (command.verb) {
    case 'ask': {
      const wanted = wantedBy('ask', command);
      return start({ ...wanted, files: [...new Set([...wanted.files, comment.path])] });
    }
    case 'undo': {
      const wanted = wantedBy('undo', command);
      if (command.text !== '') return start(wanted);
      const [named, ...more] = inThreads.named(thread);
      if (named === undefined)
        return say(
          `\`${trigger} undo\` in a thread takes back the commit that the bot named there, and it named none here. \`${trigger} undo\` in the conversation takes back the last one.`,
        );
      if (more.length > 0)
        return say(
          `Several commits are named here, so please say which: ${[named, ...more].map((id) => `\`${trigger} undo ${id}\``).join(', ')}.`,
        );
      return start({ ...wanted, instruction: named });
    }
    default:
      return say(
        `In a review thread, \`${trigger} fix\`, \`${trigger} ask\` and \`${trigger} undo\` are understood; please write \`${trigger} ${command.verb}\` in the conversation. Nothing was started.`,
      );
  }
}

/** `point`: its number in the instruction. */
export async function reviewPoint(
  comment: ReviewComment,
  point: number,
  inThreads: ThreadReader,
): Promise<Task['review'][number]> {
  return {
    point,
    thread: comment.in_reply_to_id ?? comment.id,
    path: comment.path,
    line: lineOf(comment) ?? null,
    hunk: comment.diff_hunk.slice(-4_000),
    others: await inThreads.above(comment),
  };
}

export const lineOf = (comment: ReviewComment) => comment.line ?? comment.original_line ?? undefined;
