/** The pipeline on a local repository with a scripted model and a journal of the test's choosing. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gitDirOf, localForge } from '../../src/cli/local-forge.ts';
import { fromConfig } from '../../src/cli/models.ts';
import { parseModelsConfig } from '../../src/models/providers.ts';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import type { RunFacts } from '../../src/report/types.ts';
import type { Forge } from '../../src/runs/forge.ts';
import { runTask } from '../../src/runs/jobs/index.ts';
import { type JournalStore, openJournal } from '../../src/runs/journal.ts';
import { memoryLedger } from '../../src/runs/ledger.ts';
import type { Task } from '../../src/runs/task.ts';
import type { RunListener, RunModels, RunTools } from '../../src/runs/tools.ts';
import { createGitHome } from '../../src/workspace/git.ts';

export interface LocalRun {
  /** Scratch folder of the test. */
  dir: string;
  repository: string;
  journal: JournalStore;
  models: RunModels;
  task?: Partial<Task>;
  listener?: RunListener;
  stopped?: RunTools['stopped'];
  /** Through a mirror in the cache, as a run on GitHub goes, not straight from the repository's objects. */
  mirror?: boolean;
  lastAttempt?: boolean;
  /** What is other than in a local folder. */
  forge?: Partial<Forge>;
  /** Where commands run; directly on the machine unless given. */
  place?: RunTools['place'];
  dependencies?: RunTools['dependencies'];
}

/** Models that play `script`, without HTTP. */
export function scripted(
  dir: string,
  script: ScriptInput,
  limits: Readonly<Record<string, number>> = {},
): RunModels {
  const file = path.join(dir, 'script.json');
  writeFileSync(file, JSON.stringify(script));
  const profile = { editFormat: 'diff', window: 128_000, ...limits };
  return fromConfig(
    parseModelsConfig({
      endpoints: { s: { kind: 'scripted', script: file } },
      model: 's/architect',
      editorModel: 's/editor',
      weakModel: 's/weak',
      profiles: { 's/architect': profile, 's/editor': profile, 's/weak': profile },
    }),
  ).models;
}

export async function runLocally({
  dir,
  repository,
  journal,
  models,
  task,
  listener,
  stopped = () => undefined,
  mirror = false,
  lastAttempt = false,
  forge: other = {},
  place = (workspace) => ({ type: 'direct', cwd: workspace.dir }),
  dependencies,
}: LocalRun): Promise<RunFacts> {
  const gitDir = await gitDirOf(repository);
  if (!gitDir) throw new Error(`${repository} is no repository`);
  const voice = { trigger: '/aider', available: new Set<string>() };
  const local = localForge({ repository, base: '', voice, onFinish: () => undefined }, gitDir);
  const forge = { ...local, ...other };
  return runTask(
    {
      version: 1,
      verb: 'fix',
      run: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      instruction: 'greet the world',
      requester: { login: 'you', id: 0 },
      repository: { id: 0, owner: 'local', name: 'x', defaultBranch: 'main' },
      installation: 0,
      thread: 'issue',
      issue: 0,
      review: [],
      comment: { id: 0, updatedAt: '' },
      files: [],
      base: '',
      read: [],
      draft: false,
      dryRun: false,
      mergeBase: false,
      noTest: false,
      notes: [],
      ...task,
    },
    {
      journal: await openJournal(journal),
      forge: mirror
        ? { ...forge, objects: undefined, remote: { ...forge.remote, url: `file://${gitDir}` } }
        : forge,
      earlier: async () => [],
      models,
      ledger: memoryLedger(),
      folders: {
        cache: path.join(dir, 'cache'),
        tags: path.join(dir, 'tags'),
        work: path.join(dir, 'work'),
        git: await createGitHome(path.join(dir, 'home'), { localRemotes: true }),
      },
      place,
      ...(dependencies ? { dependencies } : {}),
      ...(listener ? { listener } : {}),
      lastAttempt,
      onError: () => undefined,
      signal: new AbortController().signal,
      stopped,
      now: Date.now,
    },
  );
}
