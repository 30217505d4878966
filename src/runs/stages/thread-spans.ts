/** What stood in the thread, as models see it. */
import type { RepositoryConfig } from '../../config/repository.ts';
import type { Provenance, Span } from '../../context/spans.ts';
import type { Thread } from '../forge.ts';
import type { Task } from '../task.ts';

const kinds: Record<Thread['comments'][number]['from'], Provenance> = {
  writer: 'writer-comment',
  outsider: 'outsider',
  bot: 'bot',
};

/** The thread as typed data. Only the command itself directs; a writer's issue text is still data, as an outsider's is. */
export function threadSpans(
  task: Task,
  thread: Thread,
  whose: RepositoryConfig['context']['include_comments'],
): Span[] {
  const spans: Span[] = [];
  if (thread.title !== '' || thread.body !== '') {
    spans.push({
      provenance: thread.authorWrites ? 'writer-comment' : 'outsider',
      label: `${task.thread === 'issue' ? 'issue' : 'pull request'} #${task.issue} by @${thread.author}, title and body`,
      text: `${thread.title}\n\n${thread.body}`.trim(),
      images: thread.images,
    });
  }
  if (thread.diff)
    spans.push({
      provenance: 'repository',
      label: 'what the pull request changes so far (diff)',
      text: thread.diff,
    });
  for (const { point, path, line, hunk, others } of task.review) {
    spans.push({
      provenance: 'repository',
      label: `code that point ${point} is about: ${path}${line === null ? '' : `, line ${line}`}`,
      text: hunk,
    });
    for (const { author, from, body } of others)
      spans.push({
        provenance: kinds[from],
        label: `comment by @${author} (${from}) in the thread of point ${point}`,
        text: body,
      });
  }
  for (const { number, title, body, author, from } of thread.linked) {
    spans.push({
      provenance: kinds[from],
      label: `issue #${number} by @${author} (${from}), which the thread points to: title and body`,
      text: `${title}\n\n${body}`.trim(),
    });
  }
  for (const { name, text } of thread.failing) {
    spans.push({
      provenance: 'check-log',
      label: `check "${name}", which fails on the last commit of the pull request: part of its output`,
      text,
    });
  }
  for (const comment of thread.comments) {
    if (whose === 'none' || (whose === 'writers' && comment.from !== 'writer')) continue;
    spans.push({
      provenance: kinds[comment.from],
      label: `comment by @${comment.author} (${comment.from})`,
      text: comment.body,
      images: comment.images,
    });
  }
  return spans;
}

const checkWord = /\b(?:checks?|ci|tests?|builds?|pipelines?|workflows?|jobs?|lint\w*|actions)\b/i;
const failWord = /\b(?:fail\w*|red|broken|breaks?|breaking|errors?|green)\b/i;

/** Whether an instruction speaks of checks that fail: only then their logs are read. */
export function asksForChecks(instruction: string): boolean {
  return instruction.split('\n').some((line) => checkWord.test(line) && failWord.test(line));
}
