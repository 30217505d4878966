/** What ranking knows of the files of a repository whatever is asked: each part made once, when it is first needed. */
import type { RepoPath } from '../lib/types.ts';
import type { Digest } from './digest.ts';
import { referenceGraph, reversed } from './graph.ts';
import { importedFiles } from './imports.ts';
import { type FileKind, kindsOf } from './kinds.ts';
import { indexPaths, type PathIndex } from './mentions.ts';
import type { Graph } from './pagerank.ts';
import { wordsOf } from './words.ts';

/** Arrays are parallel to `paths`, which are sorted. */
export interface Ground {
  readonly paths: readonly RepoPath[];
  readonly digests: readonly Digest[];
  readonly kinds: readonly FileKind[];
  readonly index: PathIndex;
  /** The word hashes of each path. */
  readonly pathWords: readonly (readonly number[])[];
  /** By the names that files share. */
  readonly references: Graph;
  /** By names and imports, and the same turned round. */
  readonly links: { forward: Graph; back: Graph };
}

export function groundOf(paths: readonly RepoPath[], digests: readonly Digest[]): Ground {
  const made: { -readonly [Part in keyof Ground]?: Ground[Part] } = {};
  return {
    paths,
    digests,
    get kinds() {
      made.kinds ??= kindsOf(paths);
      return made.kinds;
    },
    get index() {
      made.index ??= indexPaths(paths);
      return made.index;
    },
    get pathWords() {
      made.pathWords ??= wordsOfPaths(paths);
      return made.pathWords;
    },
    get references() {
      made.references ??= referenceGraph(digests);
      return made.references;
    },
    get links() {
      made.links ??= linksOf(this.index, digests);
      return made.links;
    },
  };
}

function linksOf(index: PathIndex, digests: readonly Digest[]): Ground['links'] {
  const forward = referenceGraph(digests, importedFiles(index, digests));
  return { forward, back: reversed(forward) };
}

/** No word reaches over a `/`, so each folder is read once. */
function wordsOfPaths(paths: readonly RepoPath[]): number[][] {
  const folders = new Map<string, number[]>();
  return paths.map((path) => {
    const slash = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, slash);
    const known = folders.get(folder) ?? wordsOf(folder);
    folders.set(folder, known);
    return [...known, ...wordsOf(path.slice(slash))];
  });
}
