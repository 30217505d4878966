/** Driver: people, organisations, and where the App is installed. */
import { randomBytes } from 'node:crypto';
import type { Hooks } from '../hooks/emit.ts';
import { subscribable } from '../hooks/subscriptions.ts';
import { findAccount, fullName, nodeId } from '../lookup.ts';
import { installationView } from '../views/installation.ts';
import { repositoryView } from '../views/repository.ts';
import type { Account, Installation, Repo, World } from '../world.ts';

export function createAccount(
  world: Omit<World, 'app'>,
  login: string,
  type: Account['type'],
  name?: string,
): Account {
  const known = findAccount(world, login);
  if (known) throw new Error(`the account ${login} exists already`);
  const account: Account = {
    id: world.id(),
    login,
    type,
    name: name ?? null,
    email: `${login.toLowerCase().replaceAll(/[^\w.-]/g, '')}@example.com`,
    token: `ghp_${randomBytes(27).toString('base64url').slice(0, 36)}`,
    createdAt: world.now(),
  };
  world.accounts.set(login.toLowerCase(), account);
  return account;
}

/** A person or organisation by login; people that nobody mentioned before are created. */
export function accountNamed(world: World, login: string): Account {
  return findAccount(world, login) ?? createAccount(world, login, 'User');
}

export interface InstallOptions {
  /** Repositories by name (`owner/name`); all of the account when absent. */
  repositories?: string[];
  permissions?: World['app']['permissions'];
  events?: string[];
}

export function install(
  world: World,
  hooks: Hooks,
  login: string,
  options: InstallOptions = {},
): Installation {
  const account = accountNamed(world, login);
  const existing = installationOf(world, account);
  if (existing) throw new Error(`the App is installed on ${login} already`);
  const chosen = options.repositories && reposNamed(world, options.repositories);
  const installation: Installation = {
    id: world.id(),
    account,
    permissions: options.permissions ?? { ...world.app.permissions },
    events: options.events ?? [...world.app.events].filter((event) => subscribable.includes(event)),
    repositories: chosen ? new Set(chosen.map((repo) => repo.id)) : null,
    suspendedAt: null,
    suspendedBy: null,
    createdAt: world.now(),
  };
  world.installations.set(installation.id, installation);
  const all = chosen ?? [...world.repos.values()].filter((repo) => repo.owner === account);
  emitInstallation(world, hooks, installation, 'created', account, { repositories: all.map(liteRepository) });
  return installation;
}

function reposNamed(world: World, names: string[]): Repo[] {
  return names.map((name) => {
    const found = [...world.repos.values()].find((repo) => fullName(repo) === name);
    if (!found) throw new Error(`there is no repository ${name}`);
    return found;
  });
}

export function installationOf(world: World, account: Account): Installation | undefined {
  return [...world.installations.values()].find((it) => it.account === account);
}

/** The form that installation events use for repositories. */
function liteRepository(repo: Repo) {
  const { id, name, private: isPrivate } = repo;
  return { id, node_id: nodeId('R', id), name, full_name: fullName(repo), private: isPrivate };
}

function emitInstallation(
  world: World,
  hooks: Hooks,
  installation: Installation,
  action: string,
  sender: Account,
  more: Record<string, unknown> = {},
): void {
  const fields = { installation: installationView(world, installation), ...more };
  hooks.emit({ event: 'installation', action, repo: null, sender, fields, installation });
}

export function suspend(world: World, hooks: Hooks, installation: Installation): void {
  installation.suspendedAt = world.now();
  installation.suspendedBy = installation.account;
  emitInstallation(world, hooks, installation, 'suspend', installation.account);
}

export function unsuspend(world: World, hooks: Hooks, installation: Installation): void {
  installation.suspendedAt = null;
  installation.suspendedBy = null;
  emitInstallation(world, hooks, installation, 'unsuspend', installation.account);
}

export function uninstall(world: World, hooks: Hooks, installation: Installation): void {
  emitInstallation(world, hooks, installation, 'deleted', installation.account);
  world.installations.delete(installation.id);
}

/** The owner accepts further permissions. */
export function acceptPermissions(
  world: World,
  hooks: Hooks,
  installation: Installation,
  permissions: Installation['permissions'],
): void {
  installation.permissions = { ...installation.permissions, ...permissions };
  emitInstallation(world, hooks, installation, 'new_permissions_accepted', installation.account);
}

/** Changes which repositories an installation on selected repositories covers. */
export function selectRepository(
  world: World,
  hooks: Hooks,
  installation: Installation,
  repo: Repo,
  action: 'added' | 'removed',
): void {
  if (installation.repositories === null) throw new Error('the App is installed on all repositories');
  if (action === 'added') installation.repositories.add(repo.id);
  else installation.repositories.delete(repo.id);
  const list = [liteRepository(repo)];
  const fields = {
    installation: installationView(world, installation),
    repository_selection: 'selected',
    repositories_added: action === 'added' ? list : [],
    repositories_removed: action === 'removed' ? list : [],
    requester: null,
  };
  const sender = installation.account;
  hooks.emit({ event: 'installation_repositories', action, repo: null, sender, fields, installation });
}

export function deleteRepository(world: World, hooks: Hooks, repo: Repo): void {
  const fields = { repository: repositoryView(world, repo) };
  hooks.emit({ event: 'repository', action: 'deleted', repo, sender: repo.owner, fields });
  world.repos.delete(repo.id);
}

/** Renames or archives a repository and tells. */
export function changeRepository(
  world: World,
  hooks: Hooks,
  repo: Repo,
  change: { name?: string; archived?: boolean; private?: boolean },
): void {
  const tell = (action: string, more: Record<string, unknown> = {}) =>
    hooks.emit({
      event: 'repository',
      action,
      repo,
      sender: repo.owner,
      fields: { repository: repositoryView(world, repo), ...more },
    });
  if (change.name !== undefined && change.name !== repo.name) {
    const from = repo.name;
    repo.formerNames.push(from.toLowerCase());
    repo.name = change.name;
    tell('renamed', { changes: { repository: { name: { from } } } });
  }
  if (change.archived !== undefined && change.archived !== repo.archived) {
    repo.archived = change.archived;
    tell(change.archived ? 'archived' : 'unarchived');
  }
  if (change.private !== undefined && change.private !== repo.private) {
    repo.private = change.private;
    tell(change.private ? 'privatized' : 'publicized');
  }
}
