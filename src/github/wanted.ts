/** From a command to what its task says; some commands have to look around in the thread for that. */
import type { Command } from '../commands/types.ts';
import type { Reply } from '../report/replies.ts';
import { goesOn } from '../runs/earlier.ts';
import { isHash } from '../runs/jobs/plan-choice.ts';
import type { Task, TaskVerb } from '../runs/task.ts';
import { unresolvedPoints } from './address.ts';
import type { Asker } from './asker.ts';
import { maintenanceOf } from './maintenance.ts';
import type { Wanted } from './start-run.ts';

/** `reply`: nothing can be started, and why. */
export type Asked = { wanted: Wanted } | { reply: Reply };

export async function wantedFor(asker: Asker, verb: TaskVerb, command: Command): Promise<Asked> {
  const wanted = wantedBy(verb, command);
  switch (verb) {
    case 'approve': {
      // Words would be an instruction that nobody planned for.
      if (command.text !== '' && !isHash(command.text)) return { reply: { kind: 'approve-with-text' } };
      const former = await formerTask(asker);
      return { wanted: { ...wanted, base: former?.base ?? '' } };
    }
    case 'continue': {
      const former = await formerTask(asker);
      const next = former ? goingOn(former, wanted) : wanted;
      if (command.flags.base === undefined) return { wanted: next };
      return { wanted: { ...next, mergeBase: true, review: [] } };
    }
    case 'address': {
      const found = await unresolvedPoints(asker, command.text);
      return 'reply' in found ? found : { wanted: { ...wanted, ...found } };
    }
    case 'task':
      return maintenanceOf(asker, wanted);
    default:
      return { wanted };
  }
}

export function wantedBy(verb: Wanted['verb'], command: Command): Wanted {
  return {
    verb,
    instruction: command.text,
    notes: command.notes,
    files: [],
    base: '',
    mergeBase: false,
    read: [],
    draft: false,
    dryRun: false,
    noTest: false,
    review: [],
    ...flagsOf(command),
  };
}

/** What the flags of a command say of its task; only what they say. */
export function flagsOf({ flags }: Command): Partial<Wanted> {
  return {
    ...(flags.files ? { files: flags.files } : {}),
    ...(flags.read ? { read: flags.read } : {}),
    ...(flags.base === undefined ? {} : { base: flags.base }),
    ...(flags.mode ? { mode: flags.mode } : {}),
    ...(flags.format ? { format: flags.format } : {}),
    ...(flags.model ? { model: flags.model } : {}),
    ...(flags['editor-model'] ? { editorModel: flags['editor-model'] } : {}),
    ...(flags.budget === undefined ? {} : { budget: flags.budget }),
    ...(flags.draft === undefined ? {} : { draft: flags.draft }),
    ...(flags['dry-run'] === undefined ? {} : { dryRun: flags['dry-run'] }),
    ...(flags['no-test'] === undefined ? {} : { noTest: flags['no-test'] }),
  };
}

/** The task of the last run here that another one can build on. */
async function formerTask({ context, repository, place, origin }: Asker): Promise<Task | undefined> {
  const recent = await context.store.ofThread(repository.id, place.issue, 20);
  // What this very comment started before is no earlier run.
  return recent.find(({ task }) => goesOn.has(task.verb) && task.comment.id !== origin.id)?.task;
}

/** Where the former run worked, what it was shown and whom it has to answer hold for the next one as well. */
function goingOn(former: Task, wanted: Wanted): Wanted {
  return {
    ...wanted,
    base: former.base,
    files: [...new Set([...former.files, ...wanted.files])],
    review: former.review,
  };
}
