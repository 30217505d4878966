/** The environment of commands that run directly on the machine: a short allow list, never the parent's own. */
import path from 'node:path';

/** Where toolchains live and how text is encoded. Nothing here is a secret; anything not here stays out. */
const passedOn = [
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'GOPATH',
  'GOROOT',
  'GOCACHE',
  'GOTOOLCHAIN',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'NVM_DIR',
  'VOLTA_HOME',
  'JAVA_HOME',
  'MAVEN_HOME',
  'GRADLE_USER_HOME',
  'DOTNET_ROOT',
  'SystemRoot',
];

/** Said to every command, wherever it runs: no colours, no questions, no watch mode, no phoning home. */
export const politeEnvironment: Readonly<Record<string, string>> = {
  CI: 'true',
  NO_COLOR: '1',
  TERM: 'dumb',
  GIT_TERMINAL_PROMPT: '0',
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
};

/** For setup commands: packages are unpacked, their install scripts are not run. Beats the repository's own settings. */
export const installWithoutScripts: Readonly<Record<string, string>> = {
  npm_config_ignore_scripts: 'true',
  YARN_ENABLE_SCRIPTS: 'false',
  PIP_ONLY_BINARY: ':all:',
};

/**
 * The minimal environment of a direct run: allow-listed names of `parent`, the polite settings, `extra` on top. The node
 * that runs the bot comes first on PATH, so that `node --test` means the same version everywhere.
 */
export function minimalEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>> = {},
  nodeFolder = path.dirname(process.execPath),
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of passedOn) {
    const value = parent[name];
    if (value !== undefined) env[name] = value;
  }
  const inherited = (parent.PATH ?? '/usr/local/bin:/usr/bin:/bin').split(path.delimiter);
  // npm puts every node_modules/.bin above it on PATH; the repository must not find the bot's own tools there.
  const own = inherited.filter((folder) => folder !== '' && !/[\\/]node_modules[\\/]/.test(`${folder}/`));
  env.PATH = [nodeFolder, ...own].join(path.delimiter);
  return { ...env, ...politeEnvironment, ...extra };
}
