/** A label on an issue that stands for a command: whoever put it there gave it. */
import type { Verb } from '../commands/types.ts';
import type { RepositoryConfig } from '../config/repository.ts';
import { type Asker, answer, repositoryOf } from './asker.ts';
import type { Octokit } from './client.ts';
import type { AppContext } from './context.ts';
import { type LabelDelivery, openingOf } from './delivery.ts';
import { mayCommand, refusalFor, rulesOf } from './permit.ts';
import { startRun, taskFor } from './start-run.ts';
import { wantedBy } from './wanted.ts';

/** The command that a label stands for. GitHub tells labels apart without regard to case. */
export function labelVerb(label: string, triggers: RepositoryConfig['triggers']): 'fix' | 'plan' | undefined {
  const is = (name: string) => name !== '' && name.toLowerCase() === label.toLowerCase();
  return is(triggers.label) ? 'fix' : is(triggers.label_plan) ? 'plan' : undefined;
}

/** `guid` names the event: GitHub gives it no other number, and the same label can be put on again. */
export async function takeInLabel(
  delivery: LabelDelivery,
  guid: string,
  octokit: Octokit,
  context: AppContext,
): Promise<void> {
  const { repository, issue, sender, label } = delivery;
  const place = { owner: repository.owner.login, name: repository.name, issue: issue.number };
  const rules = await rulesOf(octokit, place);
  const verb = labelVerb(label.name, rules.triggers);
  if (verb === undefined || !mayCommand(sender.login, rules)) return;
  const asker: Asker = {
    context,
    octokit,
    place,
    thread: 'issue',
    requester: { login: sender.login, id: sender.id },
    repository: repositoryOf(delivery),
    installation: delivery.installation.id,
    opening: openingOf(issue),
    origin: { kind: 'label', id: guid, at: issue.updated_at },
  };
  const refusal = await refusalFor(octokit, place, sender.login, [verb satisfies Verb], rules);
  if (refusal) return answer(asker, 0, refusal);
  await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/reactions', {
    owner: place.owner,
    repo: place.name,
    issue_number: place.issue,
    content: 'eyes',
  });
  const notes = ['Asked for by a label.'];
  await startRun(asker, 0, taskFor(asker, wantedBy(verb, { verb, text: '', flags: {}, line: 1, notes })));
}
