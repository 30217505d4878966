/** The forge of a run on a local folder: no GitHub, no pull request; the branch is made in the repository itself. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { finished } from '../lib/launcher/index.ts';
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

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** The one who runs the command owns the repository: its own config counts here, unlike everywhere else. */
async function git(repository: string, ...args: string[]): Promise<{ ok: boolean; out: string }> {
  const { code, out } = await finished({ file: 'git', args, cwd: repository, env: environment() });
  return { ok: code === 0, out: out.toString('utf8').trim() };
}

/** Whether `folder` is a git repository, and if so where its objects are. */
export async function gitDirOf(folder: string): Promise<string | undefined> {
  const found = await git(folder, 'rev-parse', '--path-format=absolute', '--git-common-dir');
  return found.ok ? found.out : undefined;
}

/** Who commits by the config of the repository and of its owner. Of several values the last counts, as git has it. */
async function identityIn(repository: string): Promise<Identity> {
  const { out } = await git(repository, 'config', '--null', '--get-regexp', '^user\\.(name|email)$');
  const set = new Map(
    out.split('\0').map((entry): [string, string] => {
      const [name = '', ...value] = entry.split('\n');
      return [name, value.join('\n').trim()];
    }),
  );
  return {
    name: set.get('user.name') || 'aiderbot',
    email: set.get('user.email') || 'aiderbot@localhost',
  };
}

export function localForge(options: LocalForgeOptions, gitDir: string): Forge {
  const { repository } = options;
  return {
    voice: options.voice,
    objects: { gitDir },
    remote: { url: gitDir, cacheKey: 'local', token: async () => undefined },
    async start(): Promise<Start> {
      const wanted = options.base === '' ? 'HEAD' : options.base;
      const [commit, on] = await Promise.all([
        git(repository, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${wanted}^{commit}`),
        git(repository, 'symbolic-ref', '--quiet', '--short', 'HEAD'),
      ]);
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
      return {
        state: 'ready',
        commit: commit.out,
        baseBranch: options.base || on.out || 'HEAD',
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
    author: () => identityIn(repository),
    editedSince: async () => undefined,
    coAuthor: () => undefined,
    mayPush: async () => 'yes',
    comparePage: () => undefined,
    progress: () => undefined,
    finish: async (facts) => options.onFinish(facts),
  };
}
