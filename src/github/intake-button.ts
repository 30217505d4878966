/** A button of a check run: a command without typing, for the run that it belongs to. */
import { misplacedText } from '../commands/help.ts';
import { type Button, buttons } from '../report/check-run.ts';
import { isOver, type StoredRun } from '../runs/store.ts';
import type { Task } from '../runs/task.ts';
import { type Asker, answer, refusalOf, repositoryOf } from './asker.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import type { ButtonDelivery } from './delivery.ts';
import { readOpening } from './opening.ts';
import { runState } from './run-state.ts';
import { checkSettings, SETTINGS_CHECK } from './settings-check.ts';
import { startRun, taskFor } from './start-run.ts';
import { stopRun } from './stop-run.ts';
import { wantedBy } from './wanted.ts';

/** `guid` names the press: GitHub gives it no other number. */
export async function takeInButton(
  delivery: ButtonDelivery,
  guid: string,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const { repository, check_run, requested_action, sender } = delivery;
  const pull = check_run.pull_requests[0]?.number;
  if (check_run.external_id === SETTINGS_CHECK) {
    if (pull !== undefined) await checkSettings(repositoryOf(delivery), pull, octokit, context, 'again');
    return;
  }
  const button = requested_action ? buttons.find((name) => name === requested_action.identifier) : 'retry';
  const run = await context.store.get(check_run.external_id);
  // A check run of another repository, or of a database that is gone, is nothing that could be carried out.
  if (!button || !run || run.task.repository.id !== repository.id) return;
  const { task } = run;
  const there = placeOf(task, pull);
  if (!there) return;
  const asker: Asker = {
    context,
    octokit,
    place: { owner: repository.owner.login, name: repository.name, issue: there.issue },
    thread: there.thread,
    requester: { login: sender.login, id: sender.id },
    repository: repositoryOf(delivery),
    installation: delivery.installation.id,
    opening: undefined,
    origin: { kind: 'button', id: guid, at: delivery.at },
  };
  const refusal = await refusalOf(asker, [button]);
  if (refusal) return answer(asker, 0, refusal);
  await press(button, run, asker, pull);
}

/** A run by a schedule has no thread of its own; what it made is spoken of on its pull request, if that is open. */
function placeOf(
  { thread, issue }: Task,
  pull: number | undefined,
): (Pick<Task, 'issue'> & Pick<Asker, 'thread'>) | undefined {
  if (thread !== 'task') return { thread, issue };
  return pull === undefined ? undefined : { thread: 'pull-request', issue: pull };
}

const undoLast = wantedBy('undo', { verb: 'undo', text: '', flags: {}, line: 1, notes: [] });

async function press(button: Button, run: StoredRun, asker: Asker, pull: number | undefined): Promise<void> {
  const { context } = asker;
  if (button === 'stop') {
    if (isOver(run)) return answer(asker, 0, { kind: 'nothing-to-stop' });
    await stopRun(run, asker.octokit, context, { by: asker.requester.login });
    return answer(asker, 0, { kind: 'stopping', run: runState(run, context.now()) });
  }
  // What an issue's run made is undone on its pull request.
  const there: Asker =
    button === 'undo' && pull !== undefined
      ? { ...asker, thread: 'pull-request', place: { ...asker.place, issue: pull } }
      : asker;
  const active = (await context.store.ofThread(there.repository.id, there.place.issue, 5)).find(
    // What this press itself started before a restart is not in its way.
    (known) => !isOver(known) && known.task.comment.updatedAt !== asker.origin.at,
  );
  // A button is pressed twice more easily than a command is written twice.
  if (active) return answer(there, 0, { kind: 'already-running', run: runState(active, context.now()) });
  const misplaced = button === 'undo' && misplacedText('undo', there.thread, context.voice.trigger);
  if (misplaced) return answer(there, 0, { kind: 'own-text', markdown: misplaced });
  if (button === 'undo') return startRun(there, 0, taskFor(there, undoLast));
  // The event does not tell what the thread says; somebody may have made it clearer meanwhile.
  const opening = await readOpening(there.octokit, there.place);
  await startRun(there, 0, taskFor({ ...there, opening }, run.task));
}
