/** The answers in the review threads that a run was about: each tells which commit settles it. */
import { z } from 'zod';
import { readMarker, type Sign, writeMarker } from '../report/marker.ts';
import { threadAnswer } from '../report/thread-answer.ts';
import type { RunFacts, Voice } from '../report/types.ts';
import type { Task } from '../runs/task.ts';
import type { Octokit } from './client.ts';

const commentSchema = z.object({ body: z.string(), in_reply_to_id: z.number().nullish() });

/** One reply in each thread, once: a reply of an earlier attempt is found by its signed marker. */
export async function answerThreads(
  octokit: Octokit,
  facts: RunFacts,
  task: Task,
  options: { voice: Voice; sign: Sign; redact(text: string): string },
): Promise<void> {
  if (task.review.length === 0) return;
  const { owner, name: repo } = task.repository;
  const place = { owner, repo, pull_number: task.issue };
  const listed = await octokit.paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
    ...place,
    per_page: 100,
  });
  const comments = z.array(commentSchema).parse(listed);
  for (const { point, thread } of task.review) {
    const target = `${owner}/${repo}#${task.issue} review ${thread}`;
    const isAnswered = comments.some((comment) => {
      if (comment.in_reply_to_id !== thread) return false;
      const marker = readMarker(comment.body, options.sign);
      return marker?.run === facts.id && marker.target === target;
    });
    if (isAnswered) continue;
    const marker = writeMarker({ kind: 'reply', run: facts.id, target }, options.sign);
    const points = task.review.length;
    await octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies', {
      ...place,
      comment_id: thread,
      body: options.redact(`${marker}\n${threadAnswer(facts, { point, points }, options.voice)}`),
      request: { retries: 0 },
    });
  }
}
