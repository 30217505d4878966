/** Where set-up commands run, and what they may reach. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { RepositoryFiles } from '../../checks/detect/types.ts';
import type { Place } from '../../checks/types.ts';
import { workspaceTree } from '../../edits/index.ts';
import { trackedPaths } from '../../workspace/staged.ts';
import type { Workspace } from '../../workspace/workspace.ts';

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
