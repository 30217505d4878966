/** Which files of a repository decide what an installer installs. */
import type { RepoPath } from '../../lib/types.ts';
import type { RepositoryFiles } from '../detect/types.ts';

/** Written by installers: they name one version, and mostly one digest, of everything. */
const LOCKS =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|uv\.lock|poetry\.lock|pdm\.lock|Pipfile\.lock|pylock(?:\.[\w-]+)?\.toml|go\.sum|Cargo\.lock|Gemfile\.lock|gems\.locked|composer\.lock|mix\.lock|rebar\.lock|gradle\.lockfile|packages\.lock\.json|paket\.lock|cpanfile\.snapshot)$/;

/** Lists of requirements of pip have any name, and name each other. */
const REQUIREMENTS = /\.(?:txt|in)$/;

const POM = /(?:^|\/)pom\.xml$/;

/** Manifests, and settings and programs by which a repository steers its installers. */
const STEERING: readonly RegExp[] = [
  LOCKS,
  POM,
  // Node, Deno
  /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|bunfig\.toml|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|pnpmfile\.js|\.nvmrc|\.node-version|deno\.jsonc?|import_map\.json)$/,
  /(?:^|\/)(?:\.yarn\/(?:releases|plugins|patches)|patches)\//,
  // Python
  /(?:^|\/)(?:pyproject\.toml|uv\.toml|poetry\.toml|pdm\.toml|Pipfile|setup\.(?:py|cfg)|pip\.conf|\.python-version|environment\.ya?ml|tox\.ini)$/,
  // Go, Rust, Ruby, PHP, Elixir, Perl
  /(?:^|\/)(?:go\.mod|go\.work(?:\.sum)?|Cargo\.toml|rust-toolchain(?:\.toml)?|Gemfile|gems\.rb|[^/]+\.gemspec|\.ruby-version|composer\.json|auth\.json|mix\.exs|rebar\.config|cpanfile)$/,
  /(?:^|\/)(?:\.cargo\/config(?:\.toml)?|\.bundle\/config|vendor\/modules\.txt)$/,
  // JVM, .NET
  /(?:^|\/)(?:[^/]+\.gradle(?:\.kts)?|[^/]+\.lockfile|gradle\.properties|[^/]+\.versions\.toml|gradlew|mvnw)$/,
  /(?:^|\/)(?:\.mvn|gradle|buildSrc)\//,
  /(?:^|\/)(?:[^/]+\.(?:slnx?|[cfv][sb]?proj)|Directory\.[^/]+\.(?:props|targets)|[Nn]u[Gg]et\.[Cc]onfig|global\.json|paket\.dependencies)$/,
  // Version managers
  /(?:^|\/)(?:\.tool-versions|\.?mise\.toml)$/,
];

/** Whether the content of a file may change what `commands` install. Says yes too often rather than too seldom. */
export function steersInstallers(path: RepoPath, commands: readonly string[]): boolean {
  if (REQUIREMENTS.test(path)) return commands.some((command) => /\bpip[x3]?\b/.test(command));
  return STEERING.some((pattern) => pattern.test(path));
}

/**
 * Whether `files`, those that a set-up goes by, name the versions of what it installs. Requirements count when each line of
 * all of them does, a `pom.xml` when it has neither ranges nor snapshots.
 */
export function isLocked(files: readonly RepoPath[], read: RepositoryFiles['read']): boolean {
  if (files.some((file) => LOCKS.test(file))) return true;
  const requirements = files.filter((file) => REQUIREMENTS.test(file));
  if (requirements.length > 0) return requirements.every((file) => isPinned(read(file) ?? ''));
  const poms = files.filter((file) => POM.test(file));
  return poms.length > 0 && poms.every((file) => !hasMovingVersions(read(file) ?? ''));
}

function isPinned(text: string): boolean {
  const lines = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
  return (
    lines.length > 0 && lines.every((line) => /^(?:--?[a-z-]+[= ]|[\w.[\],-]+\s*===?\s*[^*]+$)/.test(line))
  );
}

function hasMovingVersions(pom: string): boolean {
  return /<version>\s*(?:[[(]|LATEST|RELEASE|[^<]*-SNAPSHOT)/.test(pom);
}
