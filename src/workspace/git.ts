/** The git program behind a hardened environment: the only place that starts it for a run. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';

/**
 * Everything a repository could use to make git run a program or talk to another host is off. A repository's own config
 * outranks this file, so it never counts: the bot's git directory lies outside the workspace and only the bot writes it.
 */
const config = (localRemotes: boolean) => `[core]
  hooksPath = /dev/null
  fsmonitor = false
  sshCommand = /bin/false
  untrackedCache = false
  protectNTFS = true
  protectHFS = true
  autocrlf = false
  quotePath = false
[protocol]
  allow = never
[protocol "https"]
  allow = always
[protocol "http"]
  allow = ${localRemotes ? 'always' : 'never'}
[protocol "file"]
  allow = ${localRemotes ? 'always' : 'never'}
[submodule]
  recurse = false
[fetch]
  recurseSubmodules = false
[safe]
  bareRepository = explicit
[http]
  followRedirects = false
[credential]
  helper =
[gc]
  auto = 0
[maintenance]
  auto = false
[init]
  defaultBranch = main
[advice]
  detachedHead = false
`;

/** git asks this for the user name and the password; the password comes from the environment of that one process. */
const askpass = `#!/bin/sh
case "$1" in
Username*) echo x-access-token ;;
*) printf '%s\\n' "$AIDERBOT_GIT_TOKEN" ;;
esac
`;

/** A private HOME for git: hardened config and the password helper, nothing of the operator's. */
export interface GitHome {
  dir: string;
  askpass: string;
}

/**
 * Writes the private HOME under `dir`. `localRemotes` allows http and file remotes (tests, the demo, a GHES without TLS in
 * front); without it only https leaves the machine.
 */
export async function createGitHome(dir: string, options: { localRemotes: boolean }): Promise<GitHome> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(path.join(dir, '.gitconfig'), config(options.localRemotes), { mode: 0o600 });
  const helper = path.join(dir, 'askpass.sh');
  await writeFile(helper, askpass);
  await chmod(helper, 0o700);
  return { dir, askpass: helper };
}

export interface GitOptions {
  home: GitHome;
  /** Where git runs; must exist. */
  cwd: string;
  gitDir?: string;
  workTree?: string;
  indexFile?: string;
  /** Token for the remote. Reaches git by askpass only: never argv, URL or config. */
  token?: string;
  author?: { name: string; email: string; date: string };
  signal?: AbortSignal;
}

const allowEnvironment = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_ASKPASS',
  'GIT_TERMINAL_PROMPT',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_LFS_SKIP_SMUDGE',
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_AUTHOR_DATE',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  'GIT_COMMITTER_DATE',
];

/** Five minutes without a byte of output means a dead remote, not a large repository. */
const SILENCE_MS = 300_000;

/** A git instance that starts from an empty environment. Failures throw simple-git's `GitError`. */
export function createGit(options: GitOptions): SimpleGit {
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: options.home.dir,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_ASKPASS: options.home.askpass,
  };
  if (options.gitDir) environment.GIT_DIR = options.gitDir;
  if (options.workTree) environment.GIT_WORK_TREE = options.workTree;
  if (options.indexFile) environment.GIT_INDEX_FILE = options.indexFile;
  if (options.token) environment.AIDERBOT_GIT_TOKEN = options.token;
  if (options.author) {
    for (const who of ['AUTHOR', 'COMMITTER']) {
      environment[`GIT_${who}_NAME`] = options.author.name;
      environment[`GIT_${who}_EMAIL`] = options.author.email;
      environment[`GIT_${who}_DATE`] = options.author.date;
    }
  }
  return simpleGit({
    baseDir: options.cwd,
    allowEnvironment,
    unsafe: { allowUnsafeAskPass: true },
    timeout: { block: SILENCE_MS },
    ...(options.signal ? { abort: options.signal } : {}),
  }).env(environment);
}
