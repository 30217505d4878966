/** Driver: repositories from folders or files, and pushes as a person. */
import { moveRef } from '../acts/pushes.ts';
import type { Scene } from '../acts/scene.ts';
import { folderTree, type Person } from '../git/commits.ts';
import { git } from '../git/git.ts';
import { importCommit } from '../git/import.ts';
import { branchSha, zeros } from '../git/refs.ts';
import { cloneBare, createBare } from '../git/repository.ts';
import { findRepo, fullName } from '../lookup.ts';
import type { Account, Repo, Role, World } from '../world.ts';
import { accountNamed } from './people.ts';

export interface RepositoryOptions {
  /** Folder whose files become the first commit; its .gitignore is honoured. */
  folder?: string;
  /** Files of the first commit, instead of or on top of the folder. */
  files?: Record<string, string>;
  /** No commit at all. */
  empty?: boolean;
  message?: string;
  author?: Person;
  defaultBranch?: string;
  description?: string;
  private?: boolean;
  archived?: boolean;
  /** Whether draft pull requests exist here. */
  drafts?: boolean;
  roles?: Record<string, Role>;
  labels?: string[];
}

/** Creates a repository `owner/name`; the owner is created as a person when nobody knows them. */
export async function createRepository(
  world: World,
  name: string,
  options: RepositoryOptions = {},
): Promise<Repo> {
  const [login = '', short = ''] = name.split('/');
  if (findRepo(world, login, short)) throw new Error(`the repository ${name} exists already`);
  const owner = accountNamed(world, login);
  const id = world.id();
  const defaultBranch = options.defaultBranch ?? 'main';
  const dir = await createBare(world.dataDir, id, defaultBranch);
  const repo = newRepo(world, owner, short, id, dir, options);
  if (options.empty !== true) {
    const base = options.folder === undefined ? undefined : await folderTree(dir, options.folder);
    const files = options.files ?? (base === undefined ? { 'README.md': `# ${short}\n` } : {});
    const author = options.author ?? person(owner);
    const message = options.message ?? 'Initial commit';
    const sha = await importCommit(dir, { parents: [], tree: base, files, message, author });
    await git(dir, ['update-ref', `refs/heads/${defaultBranch}`, sha]);
  }
  repo.archived = options.archived ?? false;
  world.repos.set(id, repo);
  return repo;
}

function newRepo(
  world: World,
  owner: Account,
  name: string,
  id: number,
  dir: string,
  options: RepositoryOptions,
): Repo {
  const now = world.now();
  for (const login of Object.keys(options.roles ?? {})) accountNamed(world, login);
  const roles = Object.entries(options.roles ?? {}).map(
    ([login, role]) => [login.toLowerCase(), role] as const,
  );
  const labels = (options.labels ?? []).map((label) => {
    return [
      label.toLowerCase(),
      { id: world.id(), name: label, color: 'ededed', description: null },
    ] as const;
  });
  return {
    id,
    owner,
    name,
    formerNames: [],
    description: options.description ?? null,
    private: options.private ?? false,
    archived: false,
    defaultBranch: options.defaultBranch ?? 'main',
    dir,
    parent: null,
    roles: new Map(roles),
    labels: new Map(labels),
    issues: new Map(),
    lastNumber: 0,
    checkRuns: new Map(),
    statuses: [],
    rules: [],
    draftsSupported: options.drafts ?? true,
    signedCommits: new Set(),
    jobLogs: new Map(),
    createdAt: now,
    updatedAt: now,
    pushedAt: now,
  };
}

/** A fork under another account, with all branches. */
export async function forkRepository(world: World, parent: Repo, login: string): Promise<Repo> {
  const owner = accountNamed(world, login);
  const id = world.id();
  const dir = await cloneBare(world.dataDir, id, parent.dir, parent.defaultBranch);
  const { defaultBranch } = parent;
  const fork = newRepo(world, owner, parent.name, id, dir, { defaultBranch, private: parent.private });
  fork.parent = parent;
  world.repos.set(id, fork);
  return fork;
}

export interface HumanPush {
  branch: string;
  /** Text of changed files; null deletes. */
  files: Record<string, string | null>;
  message?: string;
  author?: Person;
  /** Where a new branch starts; the default branch when absent. */
  from?: string;
  /** Replaces the tip instead of following it. */
  amend?: boolean;
}

/** Commits on a branch as a person and tells the App, as a real push would. Returns the commit. */
export async function pushAs(scene: Scene, repo: Repo, login: string, push: HumanPush): Promise<string> {
  const account = accountNamed(scene.world, login);
  const tip = await branchSha(repo.dir, push.branch);
  const start = tip ?? (await branchSha(repo.dir, push.from ?? repo.defaultBranch));
  const parents = push.amend === true && start ? await parentsOf(repo, start) : start ? [start] : [];
  const message = push.message ?? `Update ${Object.keys(push.files).join(', ')}`;
  const author = push.author ?? person(account);
  const tree =
    push.amend === true && start ? await git(repo.dir, ['rev-parse', `${start}^{tree}`]) : undefined;
  const sha = await importCommit(repo.dir, { parents, tree, files: push.files, message, author });
  await moveRef(scene, repo, account, `refs/heads/${push.branch}`, sha);
  return sha;
}

async function parentsOf(repo: Repo, sha: string): Promise<string[]> {
  return (await git(repo.dir, ['log', '-1', '--format=%P', sha])).split(' ').filter(Boolean);
}

export async function deleteBranch(scene: Scene, repo: Repo, login: string, branch: string): Promise<void> {
  await moveRef(scene, repo, accountNamed(scene.world, login), `refs/heads/${branch}`, zeros);
}

function person(account: Account): Person {
  return { name: account.name ?? account.login, email: account.email };
}

export function repositoryNamed(world: World, name: string): Repo {
  const [owner = '', short = ''] = name.split('/');
  const repo = findRepo(world, owner, short);
  if (!repo)
    throw new Error(
      `there is no repository ${name}; known: ${[...world.repos.values()].map(fullName).join(', ')}`,
    );
  return repo;
}
