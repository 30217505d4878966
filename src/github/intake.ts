/** A delivery becomes runs, answers or refusals. Every command that a person gave ends in something that they can see. */
import { ulid } from 'ulid';
import { helpText, misplacedText, unavailableText } from '../commands/help.ts';
import { parseCommands } from '../commands/parse.ts';
import { commandSpec } from '../commands/registry/index.ts';
import type { Command } from '../commands/types.ts';
import { uuidFrom } from '../lib/ids.ts';
import { readMarker, writeMarker } from '../report/marker.ts';
import { type Reply, replyText } from '../report/replies.ts';
import { trackingComment } from '../report/tracking-comment.ts';
import { initialFacts } from '../runs/record.ts';
import type { StoredRun } from '../runs/store.ts';
import type { Task } from '../runs/task.ts';
import { atLeast, roleOf } from './access.ts';
import { type Octokit, statusOf } from './client.ts';
import type { AppContext } from './context.ts';
import { type CommentDelivery, commentDeliverySchema } from './delivery.ts';
import { runState } from './run-state.ts';
import { ensureComment, type Place } from './tracking.ts';

/** One comment with commands, while it is dealt with. */
interface Intake {
  context: AppContext;
  delivery: CommentDelivery;
  octokit: Octokit;
  place: Place;
}

/** Handles a stored delivery. Repeatable at any point: what was done before is found again and not done twice. */
export async function takeIn(guid: string, context: AppContext): Promise<void> {
  const stored = await context.store.delivery(guid);
  if (!stored) return;
  const delivery = commentDeliverySchema.parse(stored.payload);
  const parsed = parseCommands(delivery.comment.body, {
    trigger: context.voice.trigger,
    slug: context.app.slug,
    suggest: context.voice.available,
  });
  if (parsed.kind === 'none') return;
  const { repository, issue, installation, comment } = delivery;
  const place = { owner: repository.owner.login, name: repository.name, issue: issue.number };
  const intake: Intake = { context, delivery, octokit: await context.octokit(installation.id), place };
  try {
    if (parsed.kind === 'rejected') {
      await react(intake, 'confused');
      return await answer(intake, 0, { kind: 'own-text', markdown: parsed.message });
    }
    const denied = await firstDenied(intake, parsed.commands);
    if (denied) {
      await react(intake, 'confused');
      const needs = commandSpec(denied.verb).role;
      return await answer(intake, 0, {
        kind: 'no-access',
        login: comment.user.login,
        verb: denied.verb,
        needs,
      });
    }
    await react(intake, 'eyes');
    for (const [index, command] of parsed.commands.entries()) await carryOut(intake, index, command);
  } catch (error) {
    // An archived or locked place takes no answer; the log is then the only place left to say it.
    if (statusOf(error) !== 403 || !(await isClosedPlace(intake))) throw error;
    context.log.warn(
      { guid, repository: repository.id, issue: issue.number },
      'refused: archived or locked, and GitHub takes no answer there',
    );
  }
}

/** Asked anew: the payload tells how things were when the comment was written. */
async function isClosedPlace({ octokit, place }: Intake): Promise<boolean> {
  const { owner, name: repo, issue: issue_number } = place;
  const { data: repository } = await octokit.request('GET /repos/{owner}/{repo}', { owner, repo });
  if (repository.archived) return true;
  const { data: issue } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
    owner,
    repo,
    issue_number,
  });
  return issue.locked === true;
}

/** The first command that its author may not give. All or nothing, as with parsing. */
async function firstDenied(
  { octokit, place, delivery }: Intake,
  commands: readonly Command[],
): Promise<Command | undefined> {
  const role = await roleOf(octokit, place, delivery.comment.user.login);
  return commands.find((command) => !atLeast(role, commandSpec(command.verb).role));
}

async function carryOut(intake: Intake, index: number, command: Command): Promise<void> {
  const { context, delivery } = intake;
  const { voice, store } = context;
  const help = { trigger: voice.trigger, available: voice.available };
  const isPullRequest = delivery.issue.pull_request !== undefined;
  const own = (markdown: string) => answer(intake, index, { kind: 'own-text', markdown });
  if (!voice.available.has(command.verb)) return own(unavailableText(command.verb, help));
  const misplaced = misplacedText(command.verb, isPullRequest ? 'pull-request' : 'issue', voice.trigger);
  if (misplaced) return own(misplaced);

  const recent = () => store.ofThread(delivery.repository.id, delivery.issue.number, 5);
  switch (command.verb) {
    case 'help':
      return own(helpText(help, command.text));
    case 'ping':
      return answer(intake, index, { kind: 'pong', version: context.version });
    case 'status': {
      const runs = (await recent()).map((run) => runState(run, context.now()));
      return answer(intake, index, { kind: 'status', runs });
    }
    case 'stop': {
      const active = (await recent()).find((run) => run.state !== 'ended');
      if (!active) return answer(intake, index, { kind: 'nothing-to-stop' });
      await store.stop(active.id, delivery.comment.user.login);
      return answer(intake, index, { kind: 'stopping', run: runState(active, context.now()) });
    }
    case 'retry': {
      const last = (await recent()).find((run) => run.state === 'ended');
      if (!last) return answer(intake, index, { kind: 'nothing-to-retry' });
      return start(intake, index, { ...last.task, ...asked(intake), run: ulid(context.now()) });
    }
    case 'fix':
      return start(intake, index, newTask(intake, command));
    default:
      return own(unavailableText(command.verb, help));
  }
}

/** Who asked, where and when: the part of a task that comes from the comment. */
function asked({ delivery }: Intake): Pick<Task, 'requester' | 'comment' | 'installation' | 'repository'> {
  const { repository, comment } = delivery;
  return {
    requester: { login: comment.user.login, id: comment.user.id },
    comment: { id: comment.id, updatedAt: comment.updated_at },
    installation: delivery.installation.id,
    repository: {
      id: repository.id,
      owner: repository.owner.login,
      name: repository.name,
      defaultBranch: repository.default_branch,
    },
  };
}

function newTask(intake: Intake, command: Command): Task {
  return {
    ...asked(intake),
    version: 1,
    run: ulid(intake.context.now()),
    instruction: command.text,
    notes: command.notes,
    issue: intake.delivery.issue.number,
    files: command.flags.files ?? [],
    base: command.flags.base ?? '',
    noTest: command.flags['no-test'] ?? false,
  };
}

/** Row, tracking comment, job, in this order: after a crash between any two the next attempt goes on from the first. */
async function start(intake: Intake, index: number, wanted: Task): Promise<void> {
  const { context, delivery, place } = intake;
  const run = await context.store.create(
    wanted,
    `comment ${delivery.repository.id}/${delivery.comment.id}/${index}`,
  );
  if (run.state === 'ended') return;
  if (run.comment === undefined) await context.store.setComment(run.id, await showQueued(intake, run));
  await context.queue.send('run', {
    id: uuidFrom(run.id),
    data: { run: run.id },
    key: `thread ${delivery.repository.id}/${place.issue}`,
    group: `installation ${delivery.installation.id}`,
  });
}

async function showQueued({ context, octokit, place, delivery }: Intake, run: StoredRun): Promise<number> {
  const body = trackingComment(initialFacts(run.task), context.voice, context.sign);
  return ensureComment(octokit, place, context.redact(body), {
    botLogin: context.app.login,
    since: delivery.comment.updated_at,
    isOurs: (text) => {
      const marker = readMarker(text, context.sign);
      return marker?.kind === 'tracking' && marker.run === run.id;
    },
  });
}

async function react({ octokit, place, delivery }: Intake, content: 'eyes' | 'confused'): Promise<void> {
  await octokit.request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
    owner: place.owner,
    repo: place.name,
    comment_id: delivery.comment.id,
    content,
  });
}

/** Posts an answer to one command, once. */
async function answer(
  { context, octokit, place, delivery }: Intake,
  index: number,
  reply: Reply,
): Promise<void> {
  const id = `${delivery.comment.id}.${index}`;
  const target = `${place.owner}/${place.name}#${place.issue}`;
  const body = `${writeMarker({ kind: 'reply', run: id, target }, context.sign)}\n${replyText(reply, context.voice)}`;
  await ensureComment(octokit, place, context.redact(body), {
    botLogin: context.app.login,
    since: delivery.comment.updated_at,
    isOurs: (text) => {
      const marker = readMarker(text, context.sign);
      return marker?.kind === 'reply' && marker.run === id && marker.target === target;
    },
  });
}
