/** Finding things in the world, and the rules by which GitHub names and ranks them. */
import type { Account, Installation, Repo, Role, World } from './world.ts';

/** Account names and repository names compare without case, as on GitHub. */
export function findAccount(world: Pick<World, 'accounts'>, login: string): Account | undefined {
  return world.accounts.get(login.toLowerCase());
}

export function findRepo(world: World, owner: string, name: string): Repo | undefined {
  const wanted = `${owner}/${name}`.toLowerCase();
  return [...world.repos.values()].find((repo) => fullName(repo).toLowerCase() === wanted);
}

/** The repository that once had this name. */
export function findRenamed(world: World, owner: string, name: string): Repo | undefined {
  return [...world.repos.values()].find(
    (repo) =>
      repo.owner.login.toLowerCase() === owner.toLowerCase() && repo.formerNames.includes(name.toLowerCase()),
  );
}

export function fullName(repo: Repo): string {
  return `${repo.owner.login}/${repo.name}`;
}

export function installationFor(world: World, repo: Repo): Installation | undefined {
  return [...world.installations.values()].find((it) => it.account === repo.owner && covers(it, repo));
}

export function covers(installation: Installation, repo: Repo): boolean {
  if (installation.account !== repo.owner) return false;
  return installation.repositories === null || installation.repositories.has(repo.id);
}

/** The role of a person on a repository: the explicit one, admin for the owner, read for all on a public one. */
export function roleOf(repo: Repo, login: string): Role {
  if (repo.owner.login.toLowerCase() === login.toLowerCase()) return 'admin';
  return repo.roles.get(login.toLowerCase()) ?? (repo.private ? 'none' : 'read');
}

const ranks: Role[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
export function atLeast(role: Role, wanted: Role): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(wanted);
}

/** GitHub's node ids are opaque; ours name the kind and the number so that GraphQL can find the thing again. */
export function nodeId(kind: string, id: number): string {
  return `${kind}_${Buffer.from(`${kind}:${id}`).toString('base64url')}`;
}

export function readNodeId(node: string): { kind: string; id: number } | undefined {
  const cut = node.indexOf('_');
  const [kind, id] = Buffer.from(node.slice(cut + 1), 'base64url')
    .toString()
    .split(':');
  if (cut < 0 || !kind || kind !== node.slice(0, cut) || !id || !/^\d+$/.test(id)) return undefined;
  return { kind, id: Number(id) };
}

export function isoSeconds(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
