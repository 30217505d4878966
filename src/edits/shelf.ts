/** The files of a tree as documents, each read and cut once for one plan, and the effort that plan may still spend on them. */
import type { RepoPath } from '../lib/types.ts';
import { Document } from './document.ts';
import { decode } from './text.ts';
import type { Tree } from './types.ts';

/** Characters that tolerant levels and searches of other files may look at for one reply; a reply full of misses stops there. */
const mostLookedAt = 60_000_000;
/** Misses that get the closest lines shown; a model reads no more. */
const mostHints = 20;

export class Shelf {
  readonly tree: Tree;
  readonly effort = { left: mostLookedAt };
  hints = mostHints;
  readonly #documents = new Map<RepoPath, Document | undefined>();

  constructor(tree: Tree) {
    this.tree = tree;
  }

  /** The file as it is in the tree; undefined when it is not there or no text. */
  document(path: RepoPath): Document | undefined {
    if (!this.#documents.has(path)) this.#documents.set(path, this.#load(path));
    return this.#documents.get(path);
  }

  #load(path: RepoPath): Document | undefined {
    const entry = this.tree.read(path);
    if (entry?.type !== 'file') return undefined;
    const decoded = decode(entry.bytes);
    return decoded.ok ? new Document(decoded.text) : undefined;
  }
}
