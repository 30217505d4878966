/** What every run has in common: it reads its request, gets a workspace, does its work, and ends visibly. */
import type { Outcome, RunFacts } from '../report/types.ts';
import { closeWorkspace } from '../workspace/close.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { outcomeOfError } from './ending.ts';
import { RunEnded } from './outcome.ts';
import { keepWhatIsLeft } from './publishing/keep.ts';
import { openRecord, type RunRecord } from './record.ts';
import { nameFiles } from './stages/named.ts';
import { checkOut } from './stages/prepare.ts';
import { type RunRequest, readRequest } from './stages/read.ts';
import { goOn } from './stop.ts';
import type { Task } from './task.ts';
import type { RunTools } from './tools.ts';

export interface Run {
  task: Task;
  request: RunRequest;
  /** At the commit that the run starts from. */
  workspace: Workspace;
  record: RunRecord;
}

/** What a run is about. Tells its outcome, or throws `RunEnded` with one. */
export type Job = (run: Run, tools: RunTools) => Promise<Outcome>;

/**
 * Runs a task to its end and returns its facts, outcome included. Throws only what another attempt may mend: a lost
 * machine or network, a shutdown, a model that asks to wait.
 */
export async function runToItsEnd(task: Task, given: RunTools, job: Job): Promise<RunFacts> {
  const asked = withModels(task, given);
  const tools = asked ?? given;
  const record = openRecord(task, tools);
  try {
    if (!asked) throw new RunEnded({ kind: 'refused', reason: notAllowed(task, given) });
    goOn(tools);
    const read = await readRequest(task, tools, record);
    goOn(tools);
    const workspace = await checkOut(read, task, tools, record);
    const place = read.start.pullRequest?.isFork ? contained(tools.place) : tools.place;
    const own = { ...tools, place, models: read.models };
    try {
      const request = await nameFiles(read, task, workspace, record);
      const run = { task, request, workspace, record };
      record.end(await job(run, own).catch((error: unknown) => endOf(error, run, own)));
    } finally {
      await closeWorkspace(workspace);
    }
  } catch (error) {
    const outcome = outcomeOfError(error, tools.lastAttempt);
    if (!outcome) throw error;
    if (!(error instanceof RunEnded)) tools.onError(error);
    record.end(outcome);
  }
  await tools.forge.finish(record.facts);
  return record.facts;
}

/** A run that ends before its time still has the commits that it made: verified, paid for, and so far only here. */
async function endOf(error: unknown, run: Run, tools: RunTools): Promise<never> {
  if (outcomeOfError(error, tools.lastAttempt)) await keepWhatIsLeft(run, tools);
  throw error;
}

/** Whoever wrote a fork may not even read this repository: its commands run in a sandbox, or not at all. */
function contained(place: RunTools['place']): RunTools['place'] {
  return (workspace) => {
    const given = place(workspace);
    return given.type === 'direct'
      ? {
          type: 'none',
          reason: 'commands of a fork run only in the sandbox, which this machine does not use',
        }
      : given;
  };
}

/** The tools with the models that the command asks for; undefined when it may not have them. */
function withModels(task: Task, tools: RunTools): RunTools | undefined {
  const names = { architect: task.model, editor: task.editorModel };
  if ((names.architect ?? names.editor) === undefined || !tools.models.choose) return tools;
  const models = tools.models.choose(names);
  return models && { ...tools, models };
}

function notAllowed({ model, editorModel }: Task, { models }: RunTools): string {
  const allowed = models.allowed ?? [];
  const wrong = [model, editorModel].filter((name) => name !== undefined && !allowed.includes(name));
  const may = allowed.map((name) => `\`${name}\``).join(', ');
  return `${wrong.map((name) => `\`${name}\``).join(' and ')} cannot be chosen here; this server allows ${may}`;
}
