/** What tests and the demo do to the stand-in, as people would on github.com. */

import { randomUUID } from 'node:crypto';
import { emitCheckRun, pressCheckButton, rerunAll, runCi, setStatus } from '../acts/checks.ts';
import { changeBase, mergePull, type NewPull, openPull, setDraft } from '../acts/pulls.ts';
import {
  addInline,
  type NewInline,
  type NewReview,
  replyInline,
  resolveThread,
  submitReview,
} from '../acts/reviews.ts';
import { type By, react, type Scene } from '../acts/scene.ts';
import {
  addComment,
  addLabels,
  assign,
  closeThread,
  deleteComment,
  deleteIssue,
  editComment,
  editIssue,
  lockThread,
  openIssue,
  removeLabel,
  reopenThread,
  unassign,
} from '../acts/threads.ts';
import { listRefs } from '../git/refs.ts';
import type {
  Account,
  CheckRun,
  Comment,
  CommitStatus,
  Installation,
  Issue,
  NewPushRule,
  Permissions,
  Pull,
  ReactionName,
  Repo,
  Review,
  ReviewComment,
  Role,
} from '../world.ts';
import * as people from './people.ts';
import * as repositories from './repositories.ts';

/** Repositories are named `owner/name`, people by login, threads by number. */
export interface Driver {
  createUser(login: string, name?: string): Account;
  createOrganization(login: string): Account;
  /** The personal access token of a person, for git and REST. */
  accountToken(login: string): string;
  createRepository(name: string, options?: repositories.RepositoryOptions): Promise<Repo>;
  /** Deletes a repository; the App hears `repository.deleted`. */
  deleteRepository(name: string): void;
  fork(name: string, login: string): Promise<Repo>;
  setRole(name: string, login: string, role: Role): void;
  changeRepository(name: string, change: { name?: string; archived?: boolean; private?: boolean }): void;
  addRule(name: string, rule: NewPushRule): void;
  clearRules(name: string): void;
  setStatus(name: string, status: Pick<CommitStatus, 'sha' | 'state' | 'context'>): Promise<CommitStatus>;
  /** A finished run of a CI system on a commit. */
  runCi(name: string, check: string, sha: string, conclusion: 'success' | 'failure'): Promise<CheckRun>;
  /** Presses a button of the App's check run. */
  pressCheckButton(name: string, run: number, login: string, identifier: string): Promise<void>;
  rerunCheck(name: string, run: number, login: string): Promise<void>;
  /** "Re-run all checks" on a commit with check runs of the App. */
  rerunAllChecks(name: string, sha: string, login: string): Promise<void>;
  setJobLog(name: string, job: number, log: string): void;

  install(login: string, options?: people.InstallOptions): Installation;
  suspend(login: string): void;
  unsuspend(login: string): void;
  uninstall(login: string): void;
  acceptPermissions(login: string, permissions: Permissions): void;
  /** Adds a repository to, or takes it from, an installation on selected repositories. */
  addToInstallation(name: string): void;
  removeFromInstallation(name: string): void;

  openIssue(name: string, login: string, issue: { title: string; body?: string; labels?: string[] }): Issue;
  /** Uploads a file as the text field of a comment does; the address to write into a text. */
  attach(bytes: Buffer): string;
  editIssue(
    name: string,
    number: number,
    login: string,
    change: { title?: string; body?: string },
  ): Promise<void>;
  comment(name: string, number: number, login: string, body: string): Comment;
  editComment(name: string, id: number, login: string, body: string): void;
  deleteComment(name: string, id: number, login: string): void;
  react(name: string, commentId: number, login: string, content: ReactionName): void;
  label(name: string, number: number, login: string, ...labels: string[]): Promise<void>;
  unlabel(name: string, number: number, login: string, label: string): Promise<void>;
  assign(name: string, number: number, login: string, ...assignees: string[]): Promise<void>;
  unassign(name: string, number: number, login: string, ...assignees: string[]): Promise<void>;
  /** Closes an issue or, unmerged, a pull request. */
  closeThread(name: string, number: number, login: string): Promise<void>;
  reopenThread(name: string, number: number, login: string): Promise<void>;
  lock(name: string, number: number, login: string): Promise<void>;
  deleteIssue(name: string, number: number, login: string): void;

  openPull(name: string, login: string, pull: NewPull): Promise<Issue & { pull: Pull }>;
  changeBase(name: string, number: number, login: string, base: string): Promise<void>;
  setDraft(name: string, number: number, login: string, draft: boolean): Promise<void>;
  merge(name: string, number: number, login: string): Promise<string>;
  review(name: string, number: number, login: string, review: NewReview): Promise<Review>;
  reviewComment(name: string, number: number, login: string, comment: NewInline): Promise<ReviewComment>;
  reply(name: string, number: number, login: string, to: number, body: string): ReviewComment;
  resolve(name: string, number: number, login: string, commentId: number): void;

  push(name: string, login: string, push: repositories.HumanPush): Promise<string>;
  deleteBranch(name: string, login: string, branch: string): Promise<void>;

  repository(name: string): Repo;
  issue(name: string, number: number): Issue;
  pull(name: string, number: number): Issue & { pull: Pull };
  pulls(name: string): (Issue & { pull: Pull })[];
  /** Branch name → commit. */
  branches(name: string): Promise<Record<string, string>>;
}

export function createDriver(scene: Scene): Driver {
  const { world, hooks } = scene;
  const repo = (name: string) => repositories.repositoryNamed(world, name);
  const person = (login: string) => people.accountNamed(world, login);
  const by = (login: string): By => ({ account: person(login), viaApp: false });
  const persons = (logins: string[]) => logins.map(person);

  const installation = (login: string): Installation => {
    const found = people.installationOf(world, person(login));
    if (!found) throw new Error(`the App is not installed on ${login}`);
    return found;
  };
  const issue = (name: string, number: number): Issue => {
    const found = repo(name).issues.get(number);
    if (!found) throw new Error(`${name} has no issue ${number}`);
    return found;
  };
  const pull = (name: string, number: number): Issue & { pull: Pull } => {
    const found = issue(name, number);
    if (!found.pull) throw new Error(`${name}#${number} is no pull request`);
    return Object.assign(found, { pull: found.pull });
  };
  const checkRun = (name: string, id: number): CheckRun => {
    const found = repo(name).checkRuns.get(id);
    if (!found) throw new Error(`${name} has no check run ${id}`);
    return found;
  };
  const comment = (name: string, id: number): { issue: Issue; comment: Comment } => {
    for (const thread of repo(name).issues.values())
      for (const found of thread.comments) if (found.id === id) return { issue: thread, comment: found };
    throw new Error(`${name} has no comment ${id}`);
  };

  return {
    createUser: (login, name) => people.createAccount(world, login, 'User', name),
    createOrganization: (login) => people.createAccount(world, login, 'Organization'),
    accountToken: (login) => person(login).token,
    createRepository: (name, options) => repositories.createRepository(world, name, options),
    deleteRepository: (name) => people.deleteRepository(world, hooks, repo(name)),
    fork: (name, login) => repositories.forkRepository(world, repo(name), login),
    setRole(name, login, role) {
      repo(name).roles.set(person(login).login.toLowerCase(), role);
    },
    changeRepository: (name, change) => people.changeRepository(world, hooks, repo(name), change),
    addRule: (name, rule) => void repo(name).rules.push({ ...rule, id: world.id() }),
    clearRules(name) {
      repo(name).rules = [];
    },
    setStatus: (name, status) => setStatus(scene, repo(name), repo(name).owner, status),
    runCi: (name, check, sha, conclusion) => runCi(scene, repo(name), check, sha, conclusion),
    pressCheckButton: (name, run, login, identifier) =>
      pressCheckButton(scene, repo(name), checkRun(name, run), person(login), identifier),
    rerunCheck: (name, run, login) =>
      emitCheckRun(scene, repo(name), checkRun(name, run), 'rerequested', person(login)),
    rerunAllChecks: (name, sha, login) => rerunAll(scene, repo(name), sha, person(login)),
    setJobLog: (name, job, log) => void repo(name).jobLogs.set(job, log),

    install: (login, options) => people.install(world, hooks, login, options),
    suspend: (login) => people.suspend(world, hooks, installation(login)),
    unsuspend: (login) => people.unsuspend(world, hooks, installation(login)),
    uninstall: (login) => people.uninstall(world, hooks, installation(login)),
    addToInstallation: (name) =>
      people.selectRepository(world, hooks, installation(repo(name).owner.login), repo(name), 'added'),
    removeFromInstallation: (name) =>
      people.selectRepository(world, hooks, installation(repo(name).owner.login), repo(name), 'removed'),
    acceptPermissions: (login, more) => people.acceptPermissions(world, hooks, installation(login), more),

    attach(bytes) {
      const id = randomUUID();
      world.attachments.set(id, bytes);
      return `${world.urls.webUrl}/user-attachments/assets/${id}`;
    },
    openIssue: (name, login, input) => openIssue(scene, repo(name), by(login), input),
    editIssue: (name, number, login, change) =>
      editIssue(scene, repo(name), issue(name, number), by(login), change),
    comment: (name, number, login, body) =>
      addComment(scene, repo(name), issue(name, number), by(login), body),
    editComment(name, id, login, body) {
      const found = comment(name, id);
      editComment(scene, repo(name), found.issue, found.comment, by(login), body);
    },
    deleteComment(name, id, login) {
      const found = comment(name, id);
      deleteComment(scene, repo(name), found.issue, found.comment, person(login));
    },
    react: (name, id, login, content) => void react(world, comment(name, id).comment, person(login), content),
    label: (name, number, login, ...labels) =>
      addLabels(scene, repo(name), issue(name, number), person(login), labels),
    unlabel: (name, number, login, label) =>
      removeLabel(scene, repo(name), issue(name, number), person(login), label),
    assign: (name, number, login, ...who) =>
      assign(scene, repo(name), issue(name, number), person(login), persons(who)),
    unassign: (name, number, login, ...who) =>
      unassign(scene, repo(name), issue(name, number), person(login), persons(who)),
    closeThread: (name, number, login) => closeThread(scene, repo(name), issue(name, number), person(login)),
    reopenThread: (name, number, login) =>
      reopenThread(scene, repo(name), issue(name, number), person(login)),
    lock: (name, number, login) => lockThread(scene, repo(name), issue(name, number), person(login)),
    deleteIssue: (name, number, login) => deleteIssue(scene, repo(name), issue(name, number), person(login)),

    openPull: (name, login, input) => openPull(scene, repo(name), by(login), input),
    changeBase(name, number, login, base) {
      const found = pull(name, number);
      return changeBase(scene, repo(name), found, found.pull, by(login), base);
    },
    setDraft(name, number, login, draft) {
      const found = pull(name, number);
      return setDraft(scene, repo(name), found, found.pull, by(login), draft);
    },
    merge(name, number, login) {
      const found = pull(name, number);
      return mergePull(scene, repo(name), found, found.pull, by(login));
    },
    review: (name, number, login, input) =>
      submitReview(scene, repo(name), pull(name, number), by(login), input),
    reviewComment: (name, number, login, input) =>
      addInline(scene, repo(name), pull(name, number), by(login), input),
    reply(name, number, login, to, body) {
      const found = pull(name, number);
      const root = found.pull.comments.find((it) => it.id === to);
      if (!root) throw new Error(`${name}#${number} has no review comment ${to}`);
      return replyInline(scene, repo(name), found, by(login), root, body);
    },
    resolve: (name, number, login, id) =>
      resolveThread(scene, repo(name), pull(name, number), id, person(login), true),

    push: (name, login, push) => repositories.pushAs(scene, repo(name), login, push),
    deleteBranch: (name, login, branch) => repositories.deleteBranch(scene, repo(name), login, branch),

    repository: repo,
    issue,
    pull,
    pulls: (name) =>
      [...repo(name).issues.values()].filter((it): it is Issue & { pull: Pull } => it.pull !== null),
    async branches(name) {
      const refs = await listRefs(repo(name).dir, 'refs/heads/');
      return Object.fromEntries(refs.map((it) => [it.name.replace('refs/heads/', ''), it.sha]));
    },
  };
}
