import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildMap, openSource } from '../../src/repomap/index.ts';

const root = mkdtempSync(path.join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, content: string | Uint8Array): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

describe('a tree that nobody wrote by hand', () => {
  it('is mapped all the same, and says what was odd', async () => {
    put('ok.py', 'def parse_header(text):\n    return text\n');
    put('line.js', Buffer.alloc(50_000_000, 'x')); // one line of 50 MB
    put('latin.py', Buffer.concat([Buffer.from('def caf'), Buffer.of(0xe9), Buffer.from('():\n    pass\n')]));
    put('nested.js', `${'['.repeat(100_000)}\n`);
    put(`${'d/'.repeat(400)}deep.py`, 'def parse_deep():\n    pass\n');
    put('many/f0.py', 'a = 1\n');
    for (let index = 1; index < 10_000; index++)
      linkSync(path.join(root, 'many', 'f0.py'), path.join(root, 'many', `f${index}.py`));
    symlinkSync('.', path.join(root, 'loop'));
    symlinkSync('../d', path.join(root, 'd', 'again'));
    symlinkSync('nowhere.py', path.join(root, 'dangling.py'));

    const source = await openSource(root);
    const { files, map, tokens, stats } = await buildMap(source, {
      text: 'parse_header fails, parse_deep too',
      chat: [],
      tokens: 500,
    });
    await source.close();

    expect(stats.files).toBe(10_005); // neither loop nor dangling link
    expect(
      files
        .slice(0, 2)
        .map((file) => path.basename(file.path))
        .sort(),
    ).toEqual(['deep.py', 'ok.py']);
    expect(map).toContain('ok.py:\n│def parse_header(text):');
    expect(tokens).toBeLessThanOrEqual(500);
    expect(stats.notes).toContain('line.js: left out, larger than 1000 kB');
    expect(stats.notes.find((note) => note.startsWith('latin.py:'))).toContain('Latin-1');
  }, 60_000);
});
