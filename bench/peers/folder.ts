/** A folder that holds one reply's files at a time, for tools that work on a disk. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export class Folder {
  readonly root: string;
  readonly #top: string;

  constructor() {
    this.#top = mkdtempSync(path.join(tmpdir(), 'bench-peers-'));
    // deep enough that `../../etc/passwd` stays inside
    this.root = path.join(this.#top, 'a', 'b', 'repo');
  }

  fill(files: Record<string, string>): void {
    rmSync(this.root, { recursive: true, force: true });
    mkdirSync(this.root, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(this.root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  read(): Record<string, string> {
    const files: Record<string, string> = {};
    for (const entry of readdirSync(this.root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      files[path.relative(this.root, file)] = readFileSync(file, 'utf8');
    }
    return files;
  }

  remove(): void {
    rmSync(this.#top, { recursive: true, force: true });
  }
}
