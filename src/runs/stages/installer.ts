/** Installs what the checks need, or lays out what an earlier run installed. */
import { mkdirSync } from 'node:fs';
import type { Entry } from '../../checks/dependencies/store.ts';
import { detectChecks } from '../../checks/detect/detect.ts';
import { type PlannedSetup, planChecks, runSetup } from '../../checks/plan.ts';
import type { CheckResult, Place } from '../../checks/types.ts';
import { clear } from '../../workspace/leftovers.ts';
import { removeTree } from '../../workspace/remove.ts';
import { keepUntracked, tidy, type Workspace } from '../../workspace/workspace.ts';
import type { RunTools } from '../tools.ts';
import { contained } from './contained.ts';
import { type KeptDependencies, keptDependencies, shelvesOf } from './dependencies.ts';
import type { RunRequest } from './read.ts';
import { repositoryFiles, setupPlace, withHosts } from './setup.ts';

export interface Installed {
  /** Of the commands that ran. */
  results: CheckResult[];
  /** Set when none had to run, since an earlier run had. */
  cached?: Entry;
}

export interface Installer {
  /** What is not installed yet, as the files want it now. A set-up that failed is not tried again for the same files. */
  install(): Promise<Installed>;
  /** Everything once more by its commands, without what was laid out, which is thrown away. */
  afresh(): Promise<Installed>;
  /** Tells which check commands did not start on what was installed by its commands just now. */
  noteUnstarted(commands: readonly string[]): Promise<void>;
}

/** What it leaves in the folder stays until the run ends; tracked files are put back. */
export function installer(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  defaultBranch: string,
): Installer {
  const installed = new Set<string>();
  const tried = new Set<string>();
  const given = tools.place(workspace);
  let kept: KeptDependencies | undefined;
  let isFirst = true;

  async function open(setups: PlannedSetup[], place: Place): Promise<KeptDependencies | undefined> {
    const { dependencies: store, forge, signal } = tools;
    if (!store || place.type !== 'sandbox') return undefined;
    const files = await repositoryFiles(workspace);
    const shelves = shelvesOf(request.start, forge.remote.cacheKey, defaultBranch);
    return keptDependencies({ store, shelves, workspace, place, setups, files, signal });
  }

  async function pending(): Promise<PlannedSetup[]> {
    const wanted = planChecks(request.checks, detectChecks(await repositoryFiles(workspace))).setup;
    return wanted.filter(({ key }) => !tried.has(key));
  }

  async function run(setups: readonly PlannedSetup[], place: Place): Promise<CheckResult[]> {
    const { timeoutMs } = request.checks;
    return contained(workspace, () =>
      runSetup(setups, place, { timeoutMs, signal: tools.signal, installed }),
    );
  }

  async function settle(): Promise<void> {
    await keepUntracked(workspace);
    await tidy(workspace);
  }

  return {
    async install() {
      if (given.type === 'none') return { results: [] };
      const setups = await pending();
      if (setups.length === 0) return { results: [] };
      for (const { key } of setups) tried.add(key);
      const place = withHosts(setupPlace(given, workspace), request.checks.hosts);
      // Later ones come on top of what was installed already: what they leave is not theirs alone.
      kept = isFirst ? await open(setups, place) : undefined;
      isFirst = false;
      const found = (await kept?.restore()) ?? 'nothing';
      if (typeof found === 'object') {
        for (const { key } of setups) installed.add(key);
        await settle();
        return { results: [], cached: found };
      }
      if (found === 'parts') await empty(workspace, place);
      const results = await run(setups, place);
      if (results.every(isClean)) await kept?.keep();
      await settle();
      return { results };
    },
    async afresh() {
      if (given.type === 'none') return { results: [] };
      const place = withHosts(setupPlace(given, workspace), request.checks.hosts);
      await empty(workspace, place);
      tried.clear();
      installed.clear();
      const setups = await pending();
      for (const { key } of setups) tried.add(key);
      await (await open(setups, place))?.drop();
      // Not kept: checks have run here before it. The next run finds nothing and keeps its own.
      kept = undefined;
      isFirst = false;
      const results = await run(setups, place);
      await settle();
      return { results };
    },
    noteUnstarted: async (commands) => kept?.noteUnstarted(commands),
  };
}

/** Only what a set-up left that went well, and of which no process is left that could go on writing, is worth keeping. */
const isClean = ({ status, environment, survivors }: CheckResult) =>
  status === 'green' && environment === 'sandbox' && survivors === undefined;

/** Takes away what was laid out in the workspace and in its home. */
async function empty(workspace: Workspace, place: Place): Promise<void> {
  await clear(workspace);
  if (place.type !== 'sandbox' || place.home === undefined) return;
  await removeTree(place.home);
  mkdirSync(place.home, { mode: 0o700 });
}
