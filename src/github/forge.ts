/** The forge of a run on GitHub: everything it reads and writes there, by the App's own rights, asked for when needed. */

import type { Logger } from 'pino';
import { readMarker } from '../report/marker.ts';
import type { Reply } from '../report/replies.ts';
import { trackingComment } from '../report/tracking-comment.ts';
import type { RunFacts, Voice } from '../report/types.ts';
import { type Forge, type Start, threadSchema } from '../runs/forge.ts';
import { changesCode, type Task } from '../runs/task.ts';
import type { CheckRunWriter } from './check-run.ts';
import type { Octokit } from './client.ts';
import { statusOf } from './client.ts';
import { isClosedPlace } from './closed-place.ts';
import { editedSince } from './edited-since.ts';
import { type AppIdentity, noreplyDomain } from './identity.ts';
import { cleanLogin } from './people.ts';
import { refusalFor, rulesOf } from './permit.ts';
import { redactOurs, shownFacts } from './posted.ts';
import { changePullRequest, openPullRequest } from './pull-requests.ts';
import { answerThreads } from './review-threads.ts';
import { whyNotBySchedule } from './schedule-stands.ts';
import { readSettingsFile } from './settings-file.ts';
import { signer } from './signer.ts';
import { postSuggestions } from './suggestions.ts';
import { readThread } from './thread.ts';
import type { GitTokens } from './tokens.ts';
import type { CommentWriter } from './tracking.ts';

/** The name of a repository in our caches. Its owner and name may change. */
export const cacheKeyOf = (repository: number) => `github-${repository}`;

export interface GitHubForgeOptions {
  task: Task;
  octokit: Octokit;
  /** Mints tokens for git. */
  tokens: GitTokens;
  app: AppIdentity;
  comment: CommentWriter;
  check: CheckRunWriter;
  /** Told of the settings file of the default branch when it was read. */
  onSettings(file: string | undefined): Promise<void>;
  /** Told how the run ends before the thread is. */
  onEnd(facts: RunFacts): Promise<void>;
  voice: Voice;
  /** Where git finds repositories, e.g. `https://github.com`. */
  gitUrl: string;
  /** Every text that is posted goes through it. */
  redact(text: string): string;
  log: Logger;
  /** Signs the marker in our comments. */
  sign(text: string): string;
}

/** A sentence fragment. */
function whyWords(refusal: Reply, login: string): string {
  const who = `@${cleanLogin(login)}`;
  if (refusal.kind !== 'no-access')
    return `${who} is named in \`permissions.deny\` of the settings of this repository`;
  return refusal.needs === 'write'
    ? `${who} has no write access to this repository`
    : `${who} has no longer the role ${refusal.needs} on this repository, which \`${refusal.verb}\` needs`;
}

export function githubForge(options: GitHubForgeOptions): Forge {
  const { task, octokit, app } = options;
  const { repository } = task;
  const place = { owner: repository.owner, repo: repository.name };
  const { login } = task.requester;
  /** Why the run may not go on, as a sentence fragment. A run that nobody asked for stands on the settings alone. */
  const refusal = async (): Promise<string | undefined> => {
    if (task.thread === 'task') return whyNotBySchedule(octokit, task);
    const reply = await refusalFor(
      octokit,
      repository,
      login,
      [task.verb],
      await rulesOf(octokit, repository),
    );
    return reply && whyWords(reply, login);
  };
  const render = (facts: RunFacts) => {
    const links = { ...facts.links, check: options.check.url() };
    const shown = shownFacts({ ...facts, links }, options.redact);
    return options.redact(trackingComment(shown, options.voice, options.sign));
  };
  const freshToken = (wanted?: { renew: boolean }) =>
    options.tokens.fresh(task.installation, repository.id, wanted);
  // git follows no redirects, so it has to know when a repository moved.
  let page = `${options.gitUrl}/${repository.owner}/${repository.name}`;

  return {
    voice: options.voice,
    remote: {
      get url() {
        return `${page}.git`;
      },
      cacheKey: cacheKeyOf(repository.id),
      token: async (wanted) => (await freshToken(wanted)).token,
    },

    async start(pullRequest): Promise<Start> {
      const { data: found } = await octokit.request('GET /repos/{owner}/{repo}', place);
      const refused = (reason: Extract<Start, { state: 'refused' }>['reason'], detail: string): Start => ({
        state: 'refused',
        reason,
        detail,
      });
      if (found.archived)
        return refused('archived', 'this repository is archived, so nothing can be changed in it');
      const why = await refusal();
      if (why) return refused('no-write-access', why);
      const asked =
        task.thread === 'pull-request'
          ? await startOnPullRequest(octokit, place, task.issue, found.default_branch, app.login)
          : undefined;
      const isFork = asked?.state === 'ready' && asked.pullRequest?.isFork === true;
      if (isFork && (task.verb === 'undo' || task.verb === 'redo')) {
        return refused(
          'fork',
          'this pull request comes from a fork, to which the App cannot push; its author can take commits back',
        );
      }
      if (!isFork && changesCode(task.verb) && !(await freshToken()).writes) {
        return refused(
          'no-permission',
          'the App may not write to this repository. An owner can grant it `contents: write` in the settings of the installation; then ask again',
        );
      }
      if (asked) return asked;
      const elsewhere =
        pullRequest === undefined
          ? undefined
          : await startOnPullRequest(octokit, place, pullRequest, found.default_branch, app.login);
      if (elsewhere && (elsewhere.state === 'ready' || elsewhere.reason !== 'closed')) return elsewhere;
      const branch = task.base === '' ? found.default_branch : task.base;
      const commit = await branchHead(octokit, place, branch);
      if (commit === undefined) {
        return task.base === ''
          ? refused('empty', 'this repository has no commits yet; push a first one and ask again')
          : refused('no-branch', 'there is no branch of the name given with --base');
      }
      return { state: 'ready', commit, baseBranch: branch, isDefaultBranch: branch === found.default_branch };
    },

    thread: async (wanted) => {
      if (task.thread === 'task') return noThread;
      return readThread(octokit, task, wanted, {
        webUrl: options.gitUrl,
        slug: app.slug,
        isOurs: (body) => readMarker(body, options.sign) !== undefined,
      });
    },

    async settings() {
      const file = await readSettingsFile(octokit, repository);
      await options.onSettings(file);
      return file;
    },

    author: async () => ({
      name: app.login,
      email: `${app.userId}+${app.login}@${noreplyDomain(options.gitUrl)}`,
    }),
    coAuthor: () =>
      task.requester.login === app.login
        ? undefined
        : {
            name: cleanLogin(task.requester.login),
            email: `${task.requester.id}+${cleanLogin(task.requester.login)}@${noreplyDomain(options.gitUrl)}`,
          },
    editedSince: (run) => editedSince(octokit, place, app, run),
    async mayPush() {
      const found = await findRepository(octokit, place);
      // Under an old name there may be a new repository by now.
      if (!found || found.id !== repository.id) return 'gone';
      page = `${options.gitUrl}/${found.full_name}`;
      if (found.archived) return 'archived';
      return (await refusal()) ? 'no-access' : 'yes';
    },
    signer: signer(octokit, place),
    suggest: (changes) =>
      postSuggestions(octokit, place, changes, {
        botLogin: app.login,
        sign: options.sign,
        redact: options.redact,
      }),
    comparePage: (base, branch) =>
      `${page}/compare/${[base, branch].map((name) => encodeURIComponent(name).replaceAll('%2F', '/')).join('...')}?expand=1`,
    openPullRequest: (request) =>
      openPullRequest(octokit, repository, {
        ...request,
        requester: task.thread === 'task' ? undefined : cleanLogin(task.requester.login),
        title: options.redact(request.title),
        body: options.redact(request.body),
      }),
    changePullRequest: (change) =>
      changePullRequest(octokit, place, {
        ...change,
        body: (present) => redactOurs(change.body(present), options.redact),
      }),
    progress(facts) {
      options.check.show(facts);
      options.comment.show(render(facts));
    },
    async finish(facts) {
      await options.onEnd(facts);
      try {
        await options.check.finish(facts);
        const lost = await answerThreads(octokit, facts, task, options);
        // An answer for which there is no thread any more stands where it can be found.
        await options.comment.finish(render(lost > 0 ? { ...facts, inThreads: false } : facts));
      } catch (error) {
        // What cannot be heard any more must not keep the run from ending.
        const status = statusOf(error);
        const isDeaf =
          (status === 403 && (await isClosedPlace(octokit, place, task.issue || undefined))) ||
          (status === 404 && !(await findRepository(octokit, place)));
        if (!isDeaf) throw error;
        options.log.warn({ outcome: facts.outcome?.kind }, 'the place takes no word any more');
      }
    },
  };
}

const noThread = threadSchema.parse({ title: '', body: '', author: '', authorWrites: false, comments: [] });

async function findRepository(octokit: Octokit, place: { owner: string; repo: string }) {
  try {
    return (await octokit.request('GET /repos/{owner}/{repo}', place)).data;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** On a pull request the work starts from its head and goes onto its branch. */
async function startOnPullRequest(
  octokit: Octokit,
  place: { owner: string; repo: string },
  number: number,
  defaultBranch: string,
  bot: string,
): Promise<Start> {
  const { data: pull } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...place,
    pull_number: number,
  });
  if (pull.state !== 'open') {
    return {
      state: 'refused',
      reason: 'closed',
      detail: 'this pull request is closed; reopen it, or ask on an issue',
    };
  }
  const isFork = pull.head.repo?.id !== pull.base.repo.id;
  return {
    state: 'ready',
    commit: pull.head.sha,
    baseBranch: pull.head.ref,
    ...(isFork ? { ref: `refs/pull/${number}/head` } : {}),
    // A branch of that name in a fork is nobody's default branch: what stands there is not to be trusted.
    isDefaultBranch: !isFork && pull.head.ref === defaultBranch,
    pullRequest: {
      number,
      url: pull.html_url,
      draft: pull.draft ?? false,
      base: pull.base.ref,
      isOwn: pull.user.login === bot,
      isFork,
    },
  };
}

/** The commit of a branch; undefined when the branch or, for an empty repository, everything is missing. */
async function branchHead(
  octokit: Octokit,
  place: { owner: string; repo: string },
  branch: string,
): Promise<string | undefined> {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', {
      ...place,
      ref: `heads/${branch}`,
      // An empty repository answers 409, which Octokit would try again for fourteen seconds.
      request: { retries: 0 },
    });
    return data.object.sha;
  } catch (error) {
    const status = statusOf(error);
    // 409: "Git Repository is empty."
    if (status === 404 || status === 409) return undefined;
    throw error;
  }
}
