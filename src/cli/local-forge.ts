/** The forge of a run on a local folder: no GitHub, no pull request; the branch is made in the repository itself. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunFacts, Voice } from '../report/types.ts';
import type { Forge, Start } from '../runs/forge.ts';
import type { Identity } from '../workspace/workspace.ts';

export interface LocalForgeOptions {
  /** Absolute path of a work tree or bare repository. */
  repository: string;
  /** Branch or commit to start from; empty: HEAD. */
  base: string;
  voice: Voice;
  onFinish(facts: RunFacts): void;
}

/** The one who runs the command owns the repository: its own config counts here, unlike everywhere else. */
function git(repository: string, ...args: string[]): { ok: boolean; out: string } {
  const { status, stdout } = spawnSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { ok: status === 0, out: (stdout ?? '').trim() };
}

/** Whether `folder` is a git repository, and if so where its objects are. */
export function gitDirOf(folder: string): string | undefined {
  const found = git(folder, 'rev-parse', '--path-format=absolute', '--git-common-dir');
  return found.ok ? found.out : undefined;
}

export function localForge(options: LocalForgeOptions, gitDir: string): Forge {
  const { repository } = options;
  const config = (name: string) => git(repository, 'config', '--get', name).out;
  const identity = (): Identity => ({
    name: config('user.name') || 'aiderbot',
    email: config('user.email') || 'aiderbot@localhost',
  });
  return {
    voice: options.voice,
    objects: { gitDir },
    remote: { url: gitDir, cacheKey: 'local', token: async () => undefined },
    async start(): Promise<Start> {
      const wanted = options.base === '' ? 'HEAD' : options.base;
      const commit = git(
        repository,
        'rev-parse',
        '--verify',
        '--quiet',
        '--end-of-options',
        `${wanted}^{commit}`,
      );
      if (!commit.ok) {
        return options.base === ''
          ? {
              state: 'refused',
              reason: 'empty',
              detail: 'the repository has no commits yet; make a first one',
            }
          : {
              state: 'refused',
              reason: 'no-branch',
              detail: `there is no branch or commit called "${options.base}"`,
            };
      }
      const branch = git(repository, 'symbolic-ref', '--quiet', '--short', 'HEAD').out || 'HEAD';
      return {
        state: 'ready',
        commit: commit.out,
        baseBranch: options.base || branch,
        isDefaultBranch: true,
      };
    },
    thread: async () => ({
      title: '',
      body: '',
      author: 'you',
      authorWrites: true,
      images: [],
      comments: [],
      linked: [],
      failing: [],
      leftOut: [],
    }),
    async settings() {
      const file = path.join(repository, '.github', 'aider.yml');
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
    author: async () => identity(),
    editedSince: async () => undefined,
    coAuthor: () => undefined,
    mayPush: async () => 'yes',
    comparePage: () => undefined,
    progress: () => undefined,
    finish: async (facts) => options.onFinish(facts),
  };
}
