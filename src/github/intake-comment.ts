/** Commands in a comment on an issue or in the conversation of a pull request. */
import { helpText, misplacedText, unavailableText } from '../commands/help.ts';
import { parseCommands } from '../commands/parse.ts';
import type { Command } from '../commands/types.ts';
import { cleanUserText } from '../lib/clean-text.ts';
import { isOver, needsAnswer } from '../runs/store.ts';
import { isTaskVerb } from '../runs/task.ts';
import { configReply, costReply } from './answers.ts';
import { type Asker, answer, askerOf, refusalOf } from './asker.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import type { CommentDelivery } from './delivery.ts';
import { mayCommand, rulesOf } from './permit.ts';
import { runState } from './run-state.ts';
import { startRun, taskFor } from './start-run.ts';
import { stopRun } from './stop-run.ts';
import { flagsOf, wantedFor } from './wanted.ts';

export async function takeInComment(
  delivery: CommentDelivery,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const { comment } = delivery;
  const asker = askerOf(delivery, comment.user, octokit, context);
  const parsed = parseCommands(comment.body, context.commands);
  if (parsed.kind === 'none') return takeInReply(asker, comment);
  // Not even told that it is wrong: it would answer.
  if (comment.user.type === 'Bot' && !mayCommand(comment.user.login, await rulesOf(octokit, asker.place)))
    return;
  if (parsed.kind === 'rejected') {
    await react(asker, 'confused');
    return answer(asker, 0, { kind: 'own-text', markdown: parsed.message });
  }
  const refusal = await refusalOf(
    asker,
    parsed.commands.map(({ verb }) => verb),
  );
  if (refusal) {
    await react(asker, 'confused');
    return answer(asker, 0, refusal);
  }
  await react(asker, 'eyes');
  for (const [index, command] of parsed.commands.entries()) await carryOut(asker, index, command);
}

/** One command, given in the conversation. */
export async function carryOut(asker: Asker, index: number, command: Command): Promise<void> {
  const { context, repository, place } = asker;
  const { voice, store } = context;
  const own = (markdown: string) => answer(asker, index, { kind: 'own-text', markdown });
  if (!voice.available.has(command.verb)) return own(unavailableText(command.verb, voice));
  const misplaced = misplacedText(command.verb, asker.thread, voice.trigger);
  if (misplaced) return own(misplaced);

  const recent = () => store.ofThread(repository.id, place.issue, 5);
  switch (command.verb) {
    case 'help':
      return own(helpText(voice, command.text));
    case 'ping':
      return answer(asker, index, { kind: 'pong', version: context.version });
    case 'status': {
      const runs = (await recent()).map((run) => runState(run, context.now()));
      return answer(asker, index, { kind: 'status', runs });
    }
    case 'cost':
      return answer(asker, index, await costReply(asker, command.text));
    case 'config':
      return answer(asker, index, await configReply(asker, command.text));
    case 'stop': {
      const active = (await recent()).find((run) => !isOver(run));
      if (!active) return answer(asker, index, { kind: 'nothing-to-stop' });
      await stopRun(active, asker.octokit, context, { by: asker.requester.login });
      return answer(asker, index, { kind: 'stopping', run: runState(active, context.now()) });
    }
    case 'retry':
      return retry(asker, index, command);
    default: {
      if (!isTaskVerb(command.verb)) return own(unavailableText(command.verb, voice));
      const asked = await wantedFor(asker, command.verb, command);
      if ('reply' in asked) return answer(asker, index, asked.reply);
      return startRun(asker, index, taskFor(asker, asked.wanted));
    }
  }
}

/** The last request of the thread once more. While that is at work there is nothing to repeat, unless it is being stopped. */
async function retry(asker: Asker, index: number, command: Command): Promise<void> {
  const { context, repository, place, origin } = asker;
  // A repeated attempt goes on with the run that the first one started.
  const own =
    origin.kind === 'comment' || origin.kind === 'review'
      ? (await context.store.ofOrigin(origin.kind, repository.id, origin.id)).get(index)
      : undefined;
  if (own) return startRun(asker, index, own.task);
  const [last] = await context.store.ofThread(repository.id, place.issue, 1);
  if (!last) return answer(asker, index, { kind: 'nothing-to-retry' });
  if (!isOver(last) && last.state !== 'stopping')
    return answer(asker, index, { kind: 'already-running', run: runState(last, context.now()) });
  return startRun(asker, index, taskFor(asker, { ...last.task, ...flagsOf(command) }));
}

/**
 * A comment without a command. It is the answer that the last run of the thread waits for when the one who asked for that
 * run wrote it; everything else that people say is left alone.
 */
async function takeInReply(asker: Asker, comment: CommentDelivery['comment']): Promise<void> {
  const { context, repository, place, requester } = asker;
  const recent = await context.store.ofThread(repository.id, place.issue, 2);
  // A repeated attempt finds the run that the first one started.
  const asked = recent.find((run) => run.task.comment.id !== comment.id);
  if (!asked || !needsAnswer(asked) || asked.task.requester.id !== requester.id) return;
  const text = cleanUserText(comment.body).text;
  if (text === '') return;
  if (await refusalOf(asker, ['continue'])) return;
  await react(asker, 'eyes');
  await startRun(
    asker,
    0,
    taskFor(asker, { ...asked.task, verb: 'continue', instruction: text, notes: ['Taken as the answer.'] }),
  );
}

async function react({ octokit, place, origin }: Asker, content: 'eyes' | 'confused'): Promise<void> {
  if (origin.kind !== 'comment') return;
  await octokit.request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
    owner: place.owner,
    repo: place.name,
    comment_id: origin.id,
    content,
  });
}
