/** Each decision in which we differ from Aider on purpose: how it falls in the product, and in a comparison run. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { aiders, ours } from '../../src/edits/parity.ts';
import type { Operation } from '../../src/edits/types.ts';
import { edit, hunk, outcome, replace } from './support.ts';

/** The file after the edits, decided one way and the other; a refusal as its codes. */
function both(before: string, operations: readonly Operation[]): { product: string; parity: string } {
  const left = (decisions = ours) => {
    const result = outcome({ 'f.py': before }, operations, { decisions });
    return result.ok ? (result.files['f.py'] ?? '(deleted)') : result.codes.join(',');
  };
  return { product: left(), parity: left(aiders) };
}

const block = (search: string, replacement: string) => replace('f.py', search, replacement);

describe('several places', () => {
  test('are refused, and the first is taken in comparisons', () => {
    expect(both('if a:\n    go()\nif b:\n    go()\n', [block('    go()\n', '    stop()\n')])).toEqual({
      product: 'AMBIGUOUS',
      parity: 'if a:\n    stop()\nif b:\n    go()\n',
    });
  });
});

describe('a missing final newline', () => {
  test('stays missing where another line is edited, and is added in comparisons', () => {
    expect(both('a = 1\nb = 2', [block('a = 1\n', 'a = 3\n')])).toEqual({
      product: 'a = 3\nb = 2',
      parity: 'a = 3\nb = 2\n',
    });
  });
  test('the same on the last line itself, and with CRLF', () => {
    expect(both('a = 1\r\nb = 2', [block('b = 2\n', 'b = 3\n')])).toEqual({
      product: 'a = 1\r\nb = 3',
      parity: 'a = 1\r\nb = 3\r\n',
    });
  });
  test('is added once for two blocks, the second of which changes the last line', () => {
    expect(both('a = 1\nb = 2', [block('a = 1\n', 'a = 3\n'), block('b = 2\n', 'b = 4\n')])).toEqual({
      product: 'a = 3\nb = 4',
      parity: 'a = 3\nb = 4\n',
    });
  });
  test('a block that changes nothing ends the last line too: Aider writes the file', () => {
    expect(both('a = 1\nb = 2', [block('a = 1\n', 'a = 1\n')])).toEqual({
      product: 'a = 1\nb = 2',
      parity: 'a = 1\nb = 2\n',
    });
  });
  test('a file that is emptied stays empty', () => {
    expect(both('a = 1', [block('a = 1\n', '')])).toEqual({ product: '', parity: '' });
  });
  test('other formats state their last line themselves', () => {
    const inLine = edit('f.py', 'a = 1', 'a = 3');
    const lines = hunk('f.py', ['-a = 1', '+a = 3', ' b = 2']);
    for (const one of [inLine, lines]) {
      const { product, parity } = both('a = 1\nb = 2', [one]);
      expect(parity).toBe(product);
    }
  });
});

describe('a listing that is the file but for its final newline', () => {
  const listing = (content: string): Operation => ({
    kind: 'overwrite',
    path: 'f.py',
    content,
    notes: [],
    source: { format: 'whole', index: 0 },
  });
  test('changes nothing, and ends the last line in comparisons', () => {
    expect(both('a = 1\nb = 2', [listing('a = 1\nb = 2\n')])).toEqual({
      product: 'a = 1\nb = 2',
      parity: 'a = 1\nb = 2\n',
    });
  });
  test('an equal one changes nothing either way', () => {
    expect(both('a = 1\n', [listing('a = 1\n')])).toEqual({ product: 'a = 1\n', parity: 'a = 1\n' });
  });
});

describe('an append to a file without final newline', () => {
  test('starts on a line of its own, and is glued to the last one in comparisons', () => {
    expect(both('.a {\n}', [block('', '.b {\n}\n')])).toEqual({
      product: '.a {\n}\n.b {\n}\n',
      parity: '.a {\n}.b {\n}\n',
    });
  });
  test('behind a final newline both are the same', () => {
    const left = '.a {\n}\n.b {\n}\n';
    expect(both('.a {\n}\n', [block('', '.b {\n}\n')])).toEqual({ product: left, parity: left });
  });
});

describe('an edit that was made already', () => {
  const search = 'import os\nimport sys\n';
  const replacement = 'import os\nimport sys\nimport json_tools\n';
  test('changes nothing when sent again, and is made twice in comparisons', () => {
    expect(both(`${replacement}run()\n`, [block(search, replacement)])).toEqual({
      product: `${replacement}run()\n`,
      parity: `${replacement}import json_tools\nrun()\n`,
    });
  });
  test('the same where only a tolerant reading finds the old text', () => {
    const before = 'def f():\n    with lock:\n        total = count(rows)\n';
    const again = block('    total = count(rows)\n', '    with lock:\n        total = count(rows)\n');
    expect(both(before, [again])).toEqual({
      product: before,
      parity: 'def f():\n    with lock:\n        with lock:\n            total = count(rows)\n',
    });
  });
  test('the same for text that was appended', () => {
    const text = 'def added():\n    return compute()\n';
    const before = `first = 1\nsecond = 2\nthird = 3\n\n${text}`;
    expect(both(before, [block('', text)])).toEqual({ product: before, parity: `${before}${text}` });
  });
  test('old text that is gone is not looked for any harder in comparisons', () => {
    const made = both('limit = 60\n', [block('limit = 30\n', 'limit = 60\n')]);
    expect(made).toEqual({ product: 'limit = 60\n', parity: 'limit = 60\n' });
  });
});

test('what is refused for being wrong is refused in comparisons too', () => {
  const file = 'import os\nimport sys\n\ndef main():\n    return os.getpid()\n';
  for (const [operation, code] of [
    [block('import requests\n', 'import httpx\n'), 'NOT_FOUND'],
    [block('', `${file}main()\n`), 'EMPTY_OLD'],
    [block('def main():\n    return os.getpid()\n', '# ... existing code ...\n'), 'OMISSION'],
  ] as const) {
    expect(both(file, [operation])).toEqual({ product: code, parity: code });
  }
});

test('nothing but the command line and the planner knows of these decisions', () => {
  const source = path.join(import.meta.dirname, '../../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const text = (name: string) => readFileSync(path.join(source, name), 'utf8');
  const importers = files.filter((name) => /from '[^']*\/parity\.ts'/.test(text(name)));
  expect(importers.filter((name) => !name.startsWith('edits/'))).toEqual(['cli/apply.ts']);
  expect(files.filter((name) => /\baiders\b/.test(text(name))).sort()).toEqual([
    'cli/apply.ts',
    'edits/parity.ts',
  ]);
  expect(files.filter((name) => /severalPlaces:/.test(text(name))).sort()).toEqual([
    'cli/apply.ts',
    'edits/parity.ts',
  ]);
});
