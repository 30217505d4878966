/** The pull request of a run: how it is opened, and what it says of later runs. */
import { z } from 'zod';
import { pullRequestBody, pullRequestTitle, withFollowUp } from '../../report/pull-request.ts';
import type { Outcome } from '../../report/types.ts';
import { type Opened, openedSchema } from '../forge.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { type Description, describe } from './describe.ts';
import { intentOf, isGreen } from './intent.ts';
import { pullRequestTemplate } from './template.ts';

type Open = Extract<Opened, { state: 'opened' }>;

/** The words for a pull request, asked for before anything is pushed: a run that dies then is told again without a model. */
export async function wordsFor(
  outcome: Outcome,
  run: Run,
  tools: RunTools,
): Promise<Description | undefined> {
  const { record, request } = run;
  const isOpened = intentOf(request.settings, isGreen(outcome, record.facts.final)) !== 'none';
  return tools.forge.openPullRequest && isOpened ? describe(run, tools) : undefined;
}

/** `reason`: why there is none although there could be, as a sentence fragment. */
export async function openPullRequest(
  outcome: Outcome,
  run: Run,
  { branch, words }: { branch: string; words: Description | undefined },
  tools: RunTools,
): Promise<{ opened?: Open; reason?: string }> {
  const { task, record, request, workspace } = run;
  const { forge, journal } = tools;
  const { settings } = request;
  const open = forge.openPullRequest;
  if (!open) return {};
  const intent = intentOf(settings, isGreen(outcome, record.facts.final));
  if (intent === 'none') {
    return {
      reason: 'not every check passed, so no pull request was opened (`verify.require_green: block`)',
    };
  }
  if (words) record.set({ summary: words.summary });
  const facts = { ...record.facts, outcome };
  const opened = await journal.step('pull-request', branch, openedSchema, async () =>
    open({
      branch,
      base: request.start.baseBranch,
      title: pullRequestTitle({
        proposed: words?.title,
        commits: facts.commits,
        title: request.thread.title,
        style: settings.commits.style,
      }),
      body: pullRequestBody(facts, forge.voice, await pullRequestTemplate(workspace)),
      draft: task.draft || intent === 'draft',
      labels: settings.pull_request.labels,
      reviewers: settings.pull_request.reviewers,
    }),
  );
  if (opened.state === 'refused') return { reason: `the pull request could not be opened: ${opened.reason}` };
  record.note(...opened.notes);
  const { number, url, draft } = opened;
  record.set({ pullRequest: { number, url, draft } });
  return { opened };
}

/**
 * Tells a pull request of the App of the commits that came to it, and takes `draft` from it when all is green. Others keep
 * their text. Returns whether it is a draft then.
 */
export async function tellPullRequest(outcome: Outcome, run: Run, tools: RunTools): Promise<boolean> {
  const { task, record, request } = run;
  const { forge, journal } = tools;
  const { pullRequest } = request.start;
  const change = forge.changePullRequest;
  if (!pullRequest?.isOwn || !change || record.facts.commits.length === 0) return pullRequest?.draft ?? false;
  const facts = { ...record.facts, outcome };
  const green = isGreen(outcome, facts.final);
  const isReady = green && !task.draft && request.settings.pull_request.draft === 'until-green';
  const closes = green && pullRequest.base === facts.repository.defaultBranch;
  const last = facts.commits.at(-1)?.id ?? '';
  const { draft } = await journal.step('pull-request-change', last, z.object({ draft: z.boolean() }), () =>
    change({
      number: pullRequest.number,
      body: (present) => withFollowUp(present, facts, forge.voice, closes),
      isReady,
    }),
  );
  record.set({ pullRequest: { number: pullRequest.number, url: pullRequest.url, draft } });
  return draft;
}
