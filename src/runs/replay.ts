/** Tells a recorded run again, offline: the harness of today with the answers and check results of then. */
import path from 'node:path';
import type { RunFacts } from '../report/types.ts';
import type { GitHome } from '../workspace/git.ts';
import type { Forge } from './forge.ts';
import { runTask } from './jobs/index.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { memoryLedger } from './ledger.ts';
import type { Origin } from './origin.ts';
import { TREE_STEP, treeSchema } from './stages/tree.ts';
import type { RunTools } from './tools.ts';

export type Replay =
  /** The same tree, or the same end without one. */
  | { type: 'same'; tree: string | undefined; outcome: string | undefined }
  | { type: 'other-tree'; recorded: string; now: string }
  /** The harness asks for something that it did not ask for then, so there is no answer to go on with. */
  | { type: 'diverged'; step: string; key: string; unused: number }
  /** The recorded run was never finished; up to its last entry everything went the same way. */
  | { type: 'unfinished'; step: string };

export interface ReplayOptions {
  origin: Origin;
  entries: readonly JournalEntry[];
  /** Git directory that holds the commit that the run started from. */
  gitDir: string;
  /** Scratch folder. */
  root: string;
  home: GitHome;
  signal: AbortSignal;
}

class Diverged extends Error {
  readonly step: string;
  readonly key: string;
  constructor(step: string, key: string) {
    super(`No record of the step "${step}".`);
    this.step = step;
    this.key = key;
  }
}

/** Nothing after the tree is told again: it would write to the outside, and changes no file. */
class Told extends Error {
  readonly tree: string;
  constructor(tree: string) {
    super('The tree is there.');
    this.tree = tree;
  }
}

/** Makes no call, runs no command and writes nothing outside `root`. Throws when the base commit is not in `gitDir`. */
export async function replayRun(options: ReplayOptions): Promise<Replay> {
  const { origin, entries } = options;
  const used = new Set<JournalEntry>();
  const recorded = entries.find((entry) => entry.step === TREE_STEP);
  try {
    const facts = await runTask(origin.task, toolsOf(options, strictJournal(entries, used)));
    return { type: 'same', tree: undefined, outcome: outcomeOf(facts) };
  } catch (error) {
    if (error instanceof Told) {
      const before = recorded && treeSchema.parse(recorded.result).tree;
      if (before === undefined) return { type: 'unfinished', step: TREE_STEP };
      return before === error.tree
        ? { type: 'same', tree: before, outcome: undefined }
        : { type: 'other-tree', recorded: before, now: error.tree };
    }
    if (!(error instanceof Diverged)) throw error;
    const unused = entries.filter((entry) => !used.has(entry)).length;
    return unused === 0
      ? { type: 'unfinished', step: error.step }
      : { type: 'diverged', step: error.step, key: error.key, unused };
  }
}

const outcomeOf = ({ outcome }: RunFacts) => outcome?.kind;

function strictJournal(entries: readonly JournalEntry[], used: Set<JournalEntry>): Journal {
  return {
    entries: () => entries,
    async step(step, key, schema, work) {
      // The one step that is done anew: it is what the two runs are compared by, and it changes nothing.
      if (step === TREE_STEP) throw new Told(treeSchema.parse(await work()).tree);
      const entry = entries.find((one) => one.step === step && one.key === key);
      if (!entry) throw new Diverged(step, key);
      used.add(entry);
      return schema.parse(entry.result);
    },
  };
}

function toolsOf({ origin, entries, gitDir, root, home, signal }: ReplayOptions, journal: Journal): RunTools {
  const { models, limits, coAuthor } = origin;
  const offline = () => Promise.reject(new Error('A replay asks nobody.'));
  const forge: Forge = {
    voice: { trigger: '/aider', available: new Set() },
    objects: { gitDir },
    remote: { url: gitDir, cacheKey: 'replay', token: async () => undefined },
    start: offline,
    thread: offline,
    settings: offline,
    author: offline,
    editedSince: offline,
    coAuthor: () => coAuthor,
    mayPush: offline,
    comparePage: () => undefined,
    progress: () => undefined,
    finish: async () => undefined,
  };
  const checked = entries.some((entry) => entry.step === 'check' || entry.step === 'setup');
  return {
    journal,
    forge,
    earlier: offline,
    models: {
      ...models,
      complete: offline,
      count: offline,
      limits: (model) => limits[model] ?? { window: 0, output: 0 },
      // What was shown is recorded with the thread.
      sees: () => false,
      price: () => undefined,
    },
    ledger: memoryLedger(),
    folders: {
      cache: path.join(root, 'cache'),
      tags: path.join(root, 'tags'),
      work: path.join(root, 'work'),
      git: home,
    },
    place: (workspace) =>
      checked
        ? { type: 'direct', cwd: workspace.dir }
        : { type: 'none', reason: 'they were not run then either' },
    lastAttempt: false,
    onError: () => undefined,
    signal,
    stopped: () => undefined,
    now: Date.now,
  };
}
