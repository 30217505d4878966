/** The repository as the edits of a reply leave it, without touching it. */
import type { RepoPath } from '../lib/types.ts';
import { newFileEol } from './attributes.ts';
import { foldedName, parentsOf } from './paths.ts';
import { decode } from './text.ts';
import { TextFile } from './text-file.ts';
import type { FileChange, ProblemCode, Tree, TreeEntry } from './types.ts';

type Mode = FileChange['mode'];

interface Held {
  /** The bytes before the reply; absent for a new file. */
  before?: Uint8Array;
  mode: Mode;
  fromPath?: RepoPath;
  content: { kind: 'bytes'; bytes: Uint8Array } | { kind: 'text'; file: TextFile } | { kind: 'gone' };
}

export type Refusal = { ok: false; code: ProblemCode; reason: string };
export type TextAccess = { ok: true; file: TextFile } | Refusal;

export class Overlay {
  readonly #tree: Tree;
  readonly #held = new Map<RepoPath, Held>();
  /** Files that were put in place, and the folders above them, by their folded spelling. Some may be gone again. */
  readonly #placed = new Map<string, Set<RepoPath>>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** What stands at a path now. */
  kind(path: RepoPath): TreeEntry['type'] | 'absent' {
    const held = this.#held.get(path);
    if (held && held.content.kind !== 'gone') return 'file';
    if (this.#isNewFolder(path)) return 'directory';
    return held ? 'absent' : (this.#tree.read(path)?.type ?? 'absent');
  }

  /** Whether a file that this reply put in place lies below the path: git can hold no file there then. */
  #isNewFolder(path: RepoPath): boolean {
    if (!this.#placed.get(foldedName(path))?.has(path)) return false;
    return [...this.#held.keys()].some((file) => file.startsWith(`${path}/`));
  }

  /** A file or folder that this reply made and that differs from this path, or a folder of it, only by letter case. */
  caseClash(path: RepoPath): RepoPath | undefined {
    for (const prefix of [...parentsOf(path), path]) {
      if (this.#tree.read(prefix)) continue;
      for (const known of this.#placed.get(foldedName(prefix)) ?? []) {
        if (known !== prefix && this.kind(known) !== 'absent') return known;
      }
    }
    return undefined;
  }

  #place(path: RepoPath, held: Held): void {
    this.#held.set(path, held);
    for (const prefix of [...parentsOf(path), path]) {
      const folded = foldedName(prefix);
      const spellings = this.#placed.get(folded);
      if (spellings) spellings.add(prefix);
      else this.#placed.set(folded, new Set([prefix]));
    }
  }

  /** Whether this reply deleted or moved away the file. */
  isGone(path: RepoPath): boolean {
    return this.#held.get(path)?.content.kind === 'gone';
  }

  #hold(path: RepoPath): Held | undefined {
    const held = this.#held.get(path);
    if (held) return held;
    const entry = this.#tree.read(path);
    if (entry?.type !== 'file') return undefined;
    return { before: entry.bytes, mode: entry.mode, content: { kind: 'bytes', bytes: entry.bytes } };
  }

  /** A file's text for editing, or why it cannot be edited as text. */
  text(path: RepoPath): TextAccess {
    const held = this.#hold(path);
    if (!held || held.content.kind === 'gone') {
      return { ok: false, code: 'MISSING', reason: `There is no file ${path}.` };
    }
    if (held.content.kind === 'text') return { ok: true, file: held.content.file };
    const decoded = decode(held.content.bytes);
    if (!decoded.ok) return { ok: false, ...undecodable(path, decoded.reason) };
    const file = new TextFile(decoded.text, decoded.encoding, decoded.bom, held.content.bytes);
    this.#held.set(path, { ...held, content: { kind: 'text', file } });
    return { ok: true, file };
  }

  create(path: RepoPath, text: string): TextFile {
    const known = this.#held.get(path);
    const file = new TextFile('', 'utf8', new Uint8Array(0));
    const eol = newFileEol(path, this.#tree);
    if (text !== '') file.add([{ start: 0, end: 0, text: eol === '\n' ? text : text.replaceAll('\n', eol) }]);
    this.#place(path, {
      mode: known?.mode ?? '100644',
      ...(known?.before ? { before: known.before } : {}),
      content: { kind: 'text', file },
    });
    return file;
  }

  delete(path: RepoPath): void {
    const held = this.#hold(path);
    if (!held) return;
    this.#leave(path, held);
  }

  rename(path: RepoPath, toPath: RepoPath): void {
    const held = this.#hold(path);
    if (!held || held.content.kind === 'gone') return;
    const from = held.fromPath ?? (held.before ? path : undefined);
    this.#leave(path, held);
    // Moved back to where it came from, it is an ordinary update.
    const moved = from !== undefined && from !== toPath ? { fromPath: from } : {};
    this.#place(toPath, {
      mode: held.mode,
      content: held.content,
      ...(held.before ? { before: held.before } : {}),
      ...moved,
    });
  }

  /** A file of the repository is gone from its path; one that this reply put there was never there. */
  #leave(path: RepoPath, { before, fromPath, mode }: Held): void {
    if (before !== undefined && fromPath === undefined) {
      this.#held.set(path, { before, mode, content: { kind: 'gone' } });
    } else this.#held.delete(path);
  }

  /** The changes in order of first touch; files whose bytes are as before are left out. */
  changes(): FileChange[] {
    const held = [...this.#held].map(([path, one]): [RepoPath, Held] => [path, this.#plain(path, one)]);
    const renamedFrom = new Set(held.map(([, one]) => one.fromPath));
    const changes: FileChange[] = [];
    for (const [path, one] of held) {
      const change = changeOf(path, one, renamedFrom.has(path));
      if (change) changes.push(change);
    }
    return changes;
  }

  /** A file whose old name is in use again was copied, not renamed: over the file that stood there, when two swap their names. */
  #plain(path: RepoPath, held: Held): Held {
    if (held.fromPath === undefined || this.isGone(held.fromPath)) return held;
    const there = this.#tree.read(path);
    return {
      mode: held.mode,
      content: held.content,
      ...(there?.type === 'file' ? { before: there.bytes } : {}),
    };
  }
}

function changeOf(path: RepoPath, held: Held, isSource: boolean): FileChange | undefined {
  const { before, mode } = held;
  if (held.content.kind === 'gone') {
    // A rename's change tells of its source as well.
    return before && !isSource ? { path, action: 'delete', before, mode } : undefined;
  }
  const after = held.content.kind === 'bytes' ? held.content.bytes : held.content.file.bytes();
  if (held.fromPath !== undefined) {
    return { path, action: 'rename', fromPath: held.fromPath, ...(before ? { before } : {}), after, mode };
  }
  if (!before) return { path, action: 'create', after, mode };
  return Buffer.compare(before, after) === 0 ? undefined : { path, action: 'update', before, after, mode };
}

function undecodable(
  path: RepoPath,
  reason: 'binary' | 'lfs' | 'encoding',
): { code: ProblemCode; reason: string } {
  switch (reason) {
    case 'binary':
      return { code: 'BINARY', reason: `${path} is a binary file and cannot be edited as text.` };
    case 'lfs':
      return {
        code: 'BINARY',
        reason: `${path} is a Git LFS pointer; its content is not in the repository.`,
      };
    case 'encoding':
      return {
        code: 'ENCODING',
        reason: `${path} is not in an encoding that could be written back unchanged.`,
      };
  }
}
