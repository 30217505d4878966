/** The git program behind a hardened environment: the only place that starts it for a run. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { simpleGit } from 'simple-git';
import { launch } from '../lib/launcher/index.ts';

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
  /** Of output, for local commands: git is ended at more, and what came before counts as all. */
  mostBytes?: number;
}

/** Five minutes without a byte of output means a dead remote, not a large repository. */
const SILENCE_MS = 300_000;

/** Runs git with arguments and gives what it printed; throws a `GitError` for any exit code but 0. */
export interface Git {
  raw(...args: string[]): Promise<string>;
}

export interface LocalGit extends Git {
  /** As `raw`, for output that is no text. */
  bytes(...args: string[]): Promise<Buffer>;
}

/** git did not do it. The message is what it said on stderr. */
export class GitError extends Error {
  /** Null when it was killed: cancelled, or silent for too long. */
  readonly exitCode: number | null;
  /** What it printed before: some commands answer with their exit code, too. Empty where that is not known. */
  readonly stdout: string;
  constructor(verb: string, exitCode: number | null, stderr: string, cause?: unknown, stdout = '') {
    const said = stderr.trim() || (exitCode === null ? 'it was stopped' : `exit code ${exitCode}`);
    super(`git ${verb}: ${said}`, cause === undefined ? {} : { cause });
    this.name = 'GitError';
    this.exitCode = exitCode;
    this.stdout = stdout;
  }
}

/** git as a process that starts from an empty environment. Nothing but its output is waited for: runs make many calls. */
export function createGit(options: GitOptions): LocalGit {
  const env = environmentOf(options);
  const bytes: LocalGit['bytes'] = (...args) =>
    new Promise((resolve, reject) => {
      const verb = args.find((arg) => !arg.startsWith('-')) ?? '';
      if (options.signal?.aborted) {
        reject(new GitError(verb, null, '', options.signal.reason));
        return;
      }
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      const most = options.mostBytes ?? Number.POSITIVE_INFINITY;
      let held = 0;
      const stop = () => child.kill();
      let silence = setTimeout(stop, SILENCE_MS);
      const collect = (into: Buffer[]) => (chunk: Buffer) => {
        into.push(chunk);
        clearTimeout(silence);
        silence = setTimeout(stop, SILENCE_MS);
      };
      const child = launch(
        { file: 'git', args, cwd: options.cwd, env, takesInput: false },
        {
          out(chunk) {
            if (held > most) return;
            held += chunk.length;
            collect(out)(chunk);
            if (held > most) stop();
          },
          err: collect(err),
          end(exitCode, cause) {
            clearTimeout(silence);
            options.signal?.removeEventListener('abort', stop);
            if (held > most) resolve(Buffer.concat(out).subarray(0, most));
            else if (exitCode === 0) resolve(Buffer.concat(out));
            else {
              const [said, printed] = [err, out].map((chunks) => Buffer.concat(chunks).toString('utf8'));
              reject(new GitError(verb, exitCode, said ?? '', cause, printed));
            }
          },
        },
      );
      options.signal?.addEventListener('abort', stop, { once: true });
    });
  return { bytes, raw: async (...args) => (await bytes(...args)).toString('utf8') };
}

/** What simple-git lets through of our environment; everything else of its kind it strips or refuses. */
const allowEnvironment = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_ASKPASS',
  'GIT_TERMINAL_PROMPT',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_LFS_SKIP_SMUDGE',
];

/**
 * git for everything that goes to a remote: fetch, ls-remote, push. Addresses and branch names come from outside, so
 * simple-git stands in between: it refuses arguments that would make git run a program, such as `--upload-pack`. It waits
 * 50 ms after a silent command, which is nothing beside a network and too much for the many local calls of a run.
 */
export function createRemoteGit(options: GitOptions): Git {
  const guarded = simpleGit({
    baseDir: options.cwd,
    allowEnvironment,
    // The helper is ours, and the only way in which a token reaches git.
    unsafe: { allowUnsafeAskPass: true },
    timeout: { block: SILENCE_MS },
    ...(options.signal ? { abort: options.signal } : {}),
  }).env(environmentOf(options));
  return {
    raw: async (...args) => {
      try {
        return await guarded.raw(...args);
      } catch (error) {
        throw new GitError(
          args[0] ?? '',
          null,
          error instanceof Error ? error.message : String(error),
          error,
        );
      }
    },
  };
}

function environmentOf(options: GitOptions): Record<string, string> {
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
  return environment;
}
