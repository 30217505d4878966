/** What the checks need before they can run: the repository's dependencies. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { detectChecks } from '../../checks/detect/detect.ts';
import type { RepositoryFiles } from '../../checks/detect/types.ts';
import { planChecks, runSetup } from '../../checks/plan.ts';
import type { CheckResult, Place } from '../../checks/types.ts';
import { workspaceTree } from '../../edits/index.ts';
import { trackedPaths } from '../../workspace/staged.ts';
import { keepUntracked, tidy, type Workspace } from '../../workspace/workspace.ts';
import type { RunTools } from '../tools.ts';
import { contained } from './contained.ts';
import type { RunRequest } from './read.ts';

/** Manifests are small; what is larger is none. */
const LARGEST = 1024 * 1024;

/** The tracked files as detection sees them. */
export async function repositoryFiles(workspace: Workspace): Promise<RepositoryFiles> {
  const tree = workspaceTree(workspace.dir);
  return {
    paths: await trackedPaths(workspace),
    read(file) {
      const entry = tree.read(file);
      if (entry?.type !== 'file' || entry.bytes.length > LARGEST) return undefined;
      const text = new TextDecoder().decode(entry.bytes);
      return text.includes('\0') ? undefined : text;
    },
  };
}

/** A home that lives as long as the workspace: what set-up downloads there, such as module caches, the checks find. */
export function setupPlace(place: Place, workspace: Workspace): Place {
  if (place.type !== 'sandbox' || place.home !== undefined) return place;
  const home = path.join(path.dirname(workspace.gitDir), 'check-home');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return { ...place, home };
}

/** The repository chooses among the hosts that the operator allows; it can never add one. */
export function withHosts(place: Place, wanted: readonly string[]): Place {
  if (place.type !== 'sandbox') return place;
  const allowed = place.setupHosts ?? [];
  return { ...place, setupHosts: wanted.filter((host) => allowed.includes(host)) };
}

/**
 * Makes what installs what is not installed yet in this workspace, as the files want it now. What it leaves in the folder
 * stays until the run ends; tracked files are put back. A set-up that failed is not tried again for the same files.
 */
export function installer(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
): () => Promise<CheckResult[]> {
  const installed = new Set<string>();
  const tried = new Set<string>();
  const given = tools.place(workspace);
  return async () => {
    if (given.type === 'none') return [];
    const wanted = planChecks(request.checks, detectChecks(await repositoryFiles(workspace))).setup;
    const setups = wanted.filter(({ key }) => !tried.has(key));
    if (setups.length === 0) return [];
    for (const { key } of setups) tried.add(key);
    const local = setupPlace(given, workspace);
    const place = withHosts(local, request.checks.hosts);
    const { timeoutMs } = request.checks;
    const results = await contained(workspace, () =>
      runSetup(setups, place, { timeoutMs, signal: tools.signal, installed }),
    );
    await keepUntracked(workspace);
    await tidy(workspace);
    return results;
  };
}
