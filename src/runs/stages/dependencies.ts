/**
 * Set-ups that need not run again: what one left is kept, and laid out in later runs with the same lock files. A repository
 * is hostile, a pull request from a fork more so, and so are the edits of a model and whatever ran beside them; a cache that
 * carried something of theirs into a later run would carry it past every review. So
 *
 * - an entry belongs to a branch. A run reads those of its own branch, of the branch that its pull request goes into, and of
 *   the default branch, and writes its own branch's alone. A branch can be pushed to by those with write access only; a run on a
 *   fork, whose commits lie on no branch here, writes nothing. These are the rules of well-known continuous integration.
 * - it is made of the untouched base commit, right after set-up, before any check has run and any model was asked. What was
 *   there before, or a process that is still there after, prevents it.
 * - it holds what set-up added, never a tracked file. Should it get in the way of one, it does not fit and is thrown away.
 * - the bytes are packed and laid out in the sandbox; see `checks/dependencies/archive.ts`.
 *
 * Without a sandbox of our own there is no such cache: commands that run with the rights of the worker could reach it.
 */
import { pack, unpack } from '../../checks/dependencies/archive.ts';
import { isLocked, steersInstallers } from '../../checks/dependencies/files.ts';
import { installsOnly } from '../../checks/dependencies/installs.ts';
import { dependencyKey } from '../../checks/dependencies/key.ts';
import type { DependencyStore, Entry, Shelf } from '../../checks/dependencies/store.ts';
import type { RepositoryFiles } from '../../checks/detect/types.ts';
import type { PlannedSetup } from '../../checks/plan.ts';
import type { SandboxPlace } from '../../checks/types.ts';
import { isAsCheckedOut, leftovers, stagedFiles } from '../../workspace/leftovers.ts';
import { stage, type Workspace } from '../../workspace/workspace.ts';
import type { Start } from '../forge.ts';
import { contained } from './contained.ts';

export interface Shelves {
  reads: Shelf[];
  /** Absent: what this run installs is for itself. */
  writes: Shelf | undefined;
}

/** `repository`: a stable name of it. */
export function shelvesOf(
  { baseBranch, ref, pullRequest }: Extract<Start, { state: 'ready' }>,
  repository: string,
  defaultBranch: string,
): Shelves {
  // The name of a fork's branch is its owner's choice: there it names no branch of this repository.
  const own = ref === undefined && !pullRequest?.isFork ? [baseBranch] : [];
  const branches = [...own, ...(pullRequest?.base === undefined ? [] : [pullRequest.base]), defaultBranch];
  const reads = [...new Set(branches)].map((branch) => ({ repository, branch }));
  return { reads, writes: own.length > 0 ? reads[0] : undefined };
}

/** The dependencies of one workspace, with the cache behind them. */
export interface KeptDependencies {
  /** Lays out what an earlier run installed. `parts`: it did not fit, and parts of it lie about. */
  restore(): Promise<Entry | 'nothing' | 'parts'>;
  /** Keeps what set-up has just added. */
  keep(): Promise<void>;
  /** Throws the entries away that could be restored. */
  drop(): Promise<void>;
  noteUnstarted(commands: readonly string[]): Promise<void>;
}

export interface KeptOptions {
  store: DependencyStore;
  shelves: Shelves;
  workspace: Workspace;
  /** Where set-up runs. */
  place: SandboxPlace;
  setups: readonly PlannedSetup[];
  files: RepositoryFiles;
  signal: AbortSignal;
}

/** Undefined where what these set-ups leave must not or cannot be kept. Nothing may have run in the workspace yet. */
export async function keptDependencies(options: KeptOptions): Promise<KeptDependencies | undefined> {
  const { store, workspace, shelves, place, signal } = options;
  const key = await keyOf(options);
  if (key === undefined) return undefined;
  const { writes } = (await isAsCheckedOut(workspace)) ? shelves : { writes: undefined };
  // Packing and unpacking reach no host.
  const inside = { ...place, setupHosts: [] };
  return {
    async restore() {
      let isFound = false;
      const entry = await store.take(shelves.reads, key, async (content) => {
        isFound = true;
        const end = await contained(workspace, () => unpack(inside, content, { signal }));
        return end.ok ? 'used' : signal.aborted ? 'interrupted' : 'unfit';
      });
      return entry ?? (isFound ? 'parts' : 'nothing');
    },
    async keep() {
      if (!writes) return;
      const added = await leftovers(workspace);
      await store.put(writes, key, async (to) => {
        const end = await contained(workspace, () => pack(inside, added, to, { signal }));
        return end.ok && end.survivors === undefined;
      });
    },
    drop: () => store.drop(shelves.reads, key),
    async noteUnstarted(commands) {
      if (writes) await store.noteUnstarted(writes, key, commands);
    },
  };
}

async function keyOf({ setups, files, workspace, place }: KeptOptions): Promise<string | undefined> {
  const isLockedAtAll = () => isLocked(files.paths, (path) => files.read(path));
  if (!setups.every(({ locked }) => locked ?? isLockedAtAll())) return undefined;
  const commands = setups.map(({ command }) => command);
  const steering = (await stagedFiles(workspace)).filter(({ path }) => steersInstallers(path, commands));
  // The content of a link is a path: what stands there is not in the key.
  if (steering.some(({ mode }) => mode !== '100644' && mode !== '100755')) return undefined;
  const isOfLocksOnly = commands.every((command) => installsOnly(command, files));
  return dependencyKey({
    setups,
    files: steering,
    tree: isOfLocksOnly ? undefined : await stage(workspace, []),
    place,
  });
}
