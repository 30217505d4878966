/**
 * A comment with a command was edited. Until a run begins its text counts as it is now; afterwards as it was, and whoever
 * edited it is told. A command that is only added by an edit starts nothing: readers of the thread would not see it come.
 */
import { parseCommands } from '../commands/parse.ts';
import type { Command } from '../commands/types.ts';
import { isOver, type StoredRun } from '../runs/store.ts';
import { isTaskVerb } from '../runs/task.ts';
import { type Asker, answer, askerOf, refusalOf } from './asker.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import type { EditedDelivery } from './delivery.ts';
import { takeInComment } from './intake-comment.ts';
import { taskFor, type Wanted } from './start-run.ts';
import { stopRun } from './stop-run.ts';
import { wantedFor } from './wanted.ts';

export async function takeInEdited(
  delivery: EditedDelivery,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const { repository, comment, sender } = delivery;
  const runs = await context.store.ofOrigin('comment', repository.id, comment.id);
  if (runs.size === 0) return takeInAnew(delivery, octokit, context);
  // Not the author of the comment: anybody who may write can edit it, and answers for the new text.
  const asker = askerOf(delivery, sender, octokit, context);
  const parsed = parseCommands(comment.body, context.commands);
  const commands = parsed.kind === 'commands' ? parsed.commands : [];
  const verbs = commands.map(({ verb }) => verb);
  if (await refusalOf(asker, verbs)) return;
  for (const [index, run] of runs) await follow(asker, run, index, commands[index]);
}

async function follow(asker: Asker, run: StoredRun, index: number, command: Command | undefined) {
  const { context, octokit, requester } = asker;
  if (isOver(run) || run.state === 'stopping') return;
  // What it repeats was chosen when it was asked for.
  if (command?.verb === 'retry') return;
  const asked =
    command && isTaskVerb(command.verb) ? await wantedFor(asker, command.verb, command) : undefined;
  const wanted = asked && 'wanted' in asked ? asked.wanted : undefined;
  if (wanted && isSame(wanted, run.task)) return;
  if (run.state === 'queued') {
    if (!wanted) {
      return stopRun(run, octokit, context, { by: requester.login, because: 'command-removed' });
    }
    const notes = [...wanted.notes, 'The comment was edited before the run began; its new text counts.'];
    const task = { ...taskFor(asker, { ...wanted, notes }), run: run.task.run };
    if (await context.store.retask(run.id, task)) return;
  }
  // A number of its own beside those of the commands.
  await answer(asker, 1_000 + index, { kind: 'edit-ignored' });
}

/** Mending a typing mistake elsewhere in the comment is no other command. */
function isSame(wanted: Wanted, task: StoredRun['task']): boolean {
  const told = (given: Wanted) => {
    const { verb, instruction, files, read, base, mergeBase, mode, format } = given;
    const { draft, dryRun, budget, noTest, model, editorModel, maintenance } = given;
    const rest = [
      mode ?? null,
      format ?? null,
      draft,
      dryRun,
      budget ?? null,
      noTest,
      model ?? null,
      editorModel ?? null,
      maintenance ?? null,
    ];
    return JSON.stringify([verb, instruction, files, read, base, mergeBase, ...rest]);
  };
  return told(wanted) === told(task);
}

/** The text before could not be understood, was not allowed, or is still on its way: this one counts. */
async function takeInAnew(delivery: EditedDelivery, octokit: Octokit, context: AppContext): Promise<void> {
  const before = parseCommands(delivery.from, context.commands);
  const wasMeant =
    before.kind === 'rejected' ||
    (before.kind === 'commands' && before.commands.some(({ verb }) => isTaskVerb(verb)));
  if (!wasMeant) return;
  const { comment, sender } = delivery;
  await takeInComment(
    { ...delivery, kind: 'comment', comment: { ...comment, user: { ...comment.user, ...sender } } },
    octokit,
    context,
  );
}
