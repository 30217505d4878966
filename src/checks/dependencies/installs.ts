/**
 * Which set-up commands leave what lock files name and nothing made of the repository's own code. What they left fits every
 * commit with the same lock files. What any other command left (`npm run build`, `pip install .`, `make deps`) may be made of
 * the sources, so it fits the very same files only: tests beside a stale build would test another commit.
 */
import type { RepositoryFiles } from '../detect/types.ts';

/** Switches without a value of their own, but those that turn install scripts on or make copies of folders. */
const FLAGS = String.raw`(?: --?(?![\w-]*(?:no-ignore-scripts|ignore-scripts=|foreground-scripts|install-links))[\w-]+(?:=[\w.,-]+)?)*`;

interface Install {
  pattern: RegExp;
  /** Whether it holds for the repository: true when nothing found in its files speaks against it. */
  holds?(found: (files: RegExp, text: RegExp) => boolean): boolean;
}

const command = (text: string) => new RegExp(`^${text}${FLAGS}$`);

/** Folders of the repository that are copied in place of being linked. */
const COPIES = /\bfile:|\bportal:|\binstall-links\b|"injected"/;
const PACKAGES = /(?:^|\/)(?:package\.json|\.npmrc)$/;
/** Run by yarn and pnpm for the repository's own packages, whatever they are told of those of others. */
const OWN_SCRIPTS = /"(?:(?:pre|post)?install|(?:pre|post)?prepare|prepublish)"\s*:/;
const PYPROJECT = /(?:^|\/)pyproject\.toml$/;

const installs: readonly Install[] = [
  { pattern: command('npm (?:ci|i|install)'), holds: (found) => !found(PACKAGES, COPIES) },
  {
    pattern: command('(?:yarn(?: install)?|pnpm (?:i|install)|bun install)'),
    holds: (found) => !found(PACKAGES, COPIES) && !found(PACKAGES, OWN_SCRIPTS),
  },
  { pattern: command('deno install') },
  { pattern: command('uv sync(?=.* --no-install-project(?: |$))') },
  {
    // A project without a build system is not installed itself.
    pattern: command('uv sync'),
    holds: (found) => !found(PYPROJECT, /^\[build-system\]|^package\s*=\s*true|\bpath\s*=/m),
  },
  {
    pattern: command('poetry install(?=.* --no-root(?: |$))'),
    holds: (found) => !found(PYPROJECT, /\bpath\s*=/),
  },
  {
    pattern: command('poetry install'),
    holds: (found) => found(PYPROJECT, /^package-mode\s*=\s*false/m) && !found(PYPROJECT, /\bpath\s*=/),
  },
  {
    pattern: command('pipenv (?:sync|install --deploy)'),
    holds: (found) => !found(/(?:^|\/)Pipfile$/, /\bpath\s*=|\beditable\s*=|\bfile\s*=/),
  },
  {
    pattern: /^(?:python3? -m venv \.venv && \.venv\/bin\/)?pip install(?: -r [\w./-]+)+(?: pytest)?$/,
    holds: (found) => !found(/\.(?:txt|in)$/, /^\s*(?:-e|--editable|\.{1,2}\/|\.$|\.\[|\/)|\bfile:/m),
  },
  { pattern: command('go mod download') },
  { pattern: command('cargo fetch') },
  { pattern: /^(?:BUNDLE_[A-Z_]+=[\w./-]+ )*bundle install$/ },
  {
    pattern: command('composer install --no-interaction --no-progress --no-scripts'),
    // Class maps are made of the sources; folders are copied where links are not wanted.
    holds: (found) => !found(/(?:^|\/)composer\.json$/, /classmap|optimize-autoloader|"path"/),
  },
  { pattern: command('mix deps\\.get') },
  { pattern: command('dotnet restore') },
  { pattern: /^(?:mvn|\.\/mvnw) -B(?: -q)? dependency:go-offline$/ },
];

/** See above. `given`: a command of one line, with or without a change into its folder before it. */
export function installsOnly(given: string, repository: RepositoryFiles): boolean {
  const plain = given.trim().replace(/^cd (?:[\w./-]+|'[^']+') && /, '');
  const found = (files: RegExp, text: RegExp) =>
    repository.paths.some((path) => files.test(path) && text.test(repository.read(path) ?? ''));
  return installs.some(({ pattern, holds }) => pattern.test(plain) && (holds?.(found) ?? true));
}
