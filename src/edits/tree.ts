/** A workspace folder as a `Tree`: lazy, cached, never through a symbolic link. */
import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RepoPath } from '../lib/types.ts';
import { isGitFolder, longestName, parentsOf } from './paths.ts';
import type { Tree, TreeEntry } from './types.ts';

/** Larger files are no source code; reading one would only cost memory. */
const largestFile = 64 * 1024 * 1024;

/**
 * A snapshot view of a folder: each file is read at most once, so that one plan sees one state. Make a new tree for every reply. `.git` is
 * not part of it, at any depth.
 */
export function workspaceTree(root: string): Tree {
  const entries = new Map<RepoPath, TreeEntry | undefined>();
  const folders = new Map<RepoPath, 'directory' | 'symlink' | 'submodule' | 'other'>();
  let files: RepoPath[] | undefined;

  const folderKind = (folder: RepoPath) => {
    let kind = folders.get(folder);
    if (kind === undefined) {
      const stat = lstatSync(path.join(root, folder), { throwIfNoEntry: false });
      kind = stat?.isSymbolicLink() ? 'symlink' : stat?.isDirectory() ? folderType(root, folder) : 'other';
      folders.set(folder, kind);
    }
    return kind;
  };

  const load = (file: RepoPath): TreeEntry | undefined => {
    try {
      return isInside(file) ? look(file) : undefined;
    } catch {
      // A folder that may not be entered, a file that may not be read, a disk that fails: this file is out of reach, others are not.
      return { type: 'unreadable' };
    }
  };

  const look = (file: RepoPath): TreeEntry | undefined => {
    for (const parent of parentsOf(file)) {
      const kind = folderKind(parent);
      if (kind === 'symlink' || kind === 'submodule') return { type: kind };
      if (kind === 'other') return undefined;
    }
    const known = folders.get(file);
    if (known !== undefined && known !== 'other') return { type: known };
    const full = path.join(root, file);
    const stat = lstatSync(full, { throwIfNoEntry: false });
    if (!stat) return undefined;
    if (stat.isSymbolicLink()) return { type: 'symlink' };
    if (stat.isDirectory()) return { type: folderType(root, file) };
    if (!stat.isFile() || stat.size > largestFile) return { type: 'unreadable' };
    return { type: 'file', bytes: readFileSync(full), mode: (stat.mode & 0o100) === 0 ? '100644' : '100755' };
  };

  return {
    read(file) {
      if (!entries.has(file)) entries.set(file, load(file));
      return entries.get(file);
    },
    list() {
      files ??= walk(root, '');
      return files;
    },
  };
}

function folderType(root: string, folder: RepoPath): 'directory' | 'submodule' {
  const own = lstatSync(path.join(root, folder, '.git'), { throwIfNoEntry: false });
  return own ? 'submodule' : 'directory';
}

/** A path that could be a file of the folder; everything else reads as absent. */
function isInside(file: RepoPath): boolean {
  if (file === '' || file.includes('\0') || file.startsWith('/') || file.includes('\\')) return false;
  return file.split('/').every(isName);
}

function isName(part: string): boolean {
  const stays = part !== '' && part !== '.' && part !== '..' && !isGitFolder(part);
  return stays && Buffer.byteLength(part) <= longestName;
}

function walk(root: string, folder: RepoPath): RepoPath[] {
  const found: RepoPath[] = [];
  const entries = entriesOf(path.join(root, folder));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (isGitFolder(entry.name)) continue;
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) found.push(name);
    else if (entry.isDirectory() && folderType(root, name) === 'directory') found.push(...walk(root, name));
  }
  return found;
}

/** A folder that may not be read holds nothing that could be edited; it does not keep the others from being. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
