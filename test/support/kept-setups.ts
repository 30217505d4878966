/** A repository whose set-up leaves a stamp that no two runs of it share, and runs that tell which stamp their tests saw. */
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DependencyStore, dependencyStore } from '../../src/checks/dependencies/store.ts';
import type { SandboxPlace } from '../../src/checks/types.ts';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import type { RunFacts } from '../../src/report/types.ts';
import type { Start } from '../../src/runs/forge.ts';
import { fileJournal, type JournalStore } from '../../src/runs/journal.ts';
import { scratch } from './folders.ts';
import { runLocally, scripted } from './local-run.ts';
import { git, repository } from './repositories.ts';

/** What the machine has as `npm`: it installs one tool, and one file in its home. */
const NPM = `#!/bin/sh
mkdir -p node_modules/.bin "$HOME/.npm"
od -An -N8 -tx1 /dev/urandom | tr -d ' \\n' > node_modules/stamp
cp node_modules/stamp "$HOME/.npm/stamp"
printf '#!/bin/sh\\ncat node_modules/stamp\\n' > node_modules/.bin/tool
chmod +x node_modules/.bin/tool
if [ -f more.sh ]; then . ./more.sh; fi
`;

/** Prints what is installed, as a test that passes. */
const TEST = `tool=$(node_modules/.bin/tool) || exit
echo "stamp $tool home $(cat "$HOME/.npm/stamp")"
if [ -f poison.sh ]; then . ./poison.sh; fi
printf '1..1\\nok 1 - a\\n'
`;

export const SETTINGS = 'verify:\n  lint: off\n  test: sh test.sh\n';

export interface Seen {
  facts: RunFacts;
  /** Of the set-up that the tests ran on, or what they said instead. */
  stamp: string;
  fromCache: boolean;
}

export interface RunGiven {
  start?: Partial<Extract<Start, { state: 'ready' }>>;
  script?: ScriptInput;
  journal?: JournalStore;
  verb?: 'fix' | 'test';
  dependencies?: DependencyStore;
}

export interface World {
  dir: string;
  repository: string;
  store: DependencyStore;
  /** Folder of the store. */
  root: string;
  clock: { now: number };
  /** Folders of the entries that are there. */
  entries(): string[];
  commit(files: Record<string, string>): string;
  run(given?: RunGiven): Promise<Seen>;
}

export async function keptSetups(
  files: Record<string, string> = {},
  options: { mostBytes?: number; settings?: string; mirror?: boolean } = {},
): Promise<World> {
  const dir = await scratch();
  const folder = path.join(dir, 'repository');
  repository(folder, {
    'hello.sh': 'echo hi\n',
    'package.json': '{"scripts":{"test":"sh test.sh"},"devDependencies":{"tool":"1"}}\n',
    'package-lock.json': '{"lockfileVersion":3}\n',
    'test.sh': TEST,
    '.gitignore': 'node_modules\n',
    '.github/aider.yml': options.settings ?? SETTINGS,
    ...files,
  });
  git(folder, 'config', 'uploadpack.allowFilter', 'true');
  git(folder, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const tools = path.join(dir, 'tools');
  mkdirSync(tools);
  writeFileSync(path.join(tools, 'npm'), NPM);
  chmodSync(path.join(tools, 'npm'), 0o755);
  chmodSync(dir, 0o755);
  const clock = { now: Date.now() };
  const root = path.join(dir, 'dependencies');
  const store = dependencyStore({
    root,
    mostBytes: options.mostBytes ?? 1024 ** 3,
    now: () => clock.now,
  });
  let runs = 0;
  return {
    dir,
    repository: folder,
    store,
    root,
    clock,
    entries: () => entriesIn(root),
    commit(changed) {
      for (const [name, content] of Object.entries(changed)) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), content);
      }
      git(folder, 'add', '-A', '--force');
      git(folder, 'commit', '-qm', 'more', '--allow-empty');
      return git(folder, 'rev-parse', 'HEAD');
    },
    async run({ start, script, journal, verb = 'test', dependencies = store } = {}) {
      const facts = await runLocally({
        dir,
        repository: folder,
        journal: journal ?? fileJournal(path.join(dir, `journal-${++runs}.jsonl`)),
        models: scripted(dir, script ?? { entries: [] }),
        task: { verb },
        mirror: options.mirror ?? false,
        dependencies,
        place: (workspace): SandboxPlace => ({
          type: 'sandbox',
          workspace: workspace.dir,
          tools: [{ source: tools, bin: ['.'] }],
        }),
        forge: {
          start: async () => ({
            state: 'ready',
            commit: git(folder, 'rev-parse', 'HEAD'),
            baseBranch: 'main',
            isDefaultBranch: true,
            ...start,
          }),
        },
      });
      const [check] = [...facts.baseline, ...facts.final];
      return {
        facts,
        stamp: /^stamp (\S+) home \1$/m.exec(check?.log.head ?? '')?.[1] ?? check?.log.head ?? '',
        fromCache: facts.notes.some((note) => note.startsWith('The dependencies were found in the cache')),
      };
    },
  };
}

function entriesIn(root: string): string[] {
  const names = (folder: string) => {
    try {
      return readdirSync(folder).map((name) => path.join(folder, name));
    } catch {
      return [];
    }
  };
  return names(root).flatMap(names).flatMap(names);
}
