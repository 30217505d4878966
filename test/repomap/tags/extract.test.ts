import { beforeAll, describe, expect, it } from 'vitest';
import { initGrammars } from '../../../grammars/parser.ts';
import { extractFile, extractTags } from '../../../src/repomap/tags/extract.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const named = (path: string, content: Uint8Array) => extractFile(path, content).tags.map((tag) => tag.name);

beforeAll(initGrammars);

describe('extractFile', () => {
  it('gives the same lines for CRLF as for LF', () => {
    const text = 'def first():\n    pass\n\ndef second():\n    return first()\n';
    expect(extractFile('a.py', bytes(text.replaceAll('\n', '\r\n'))).tags).toEqual(
      extractFile('a.py', bytes(text)).tags,
    );
  });

  it('tells the language of a script by its first line', () => {
    expect(extractFile('bin/deploy', bytes('#!/usr/bin/env python3\ndef deploy(): pass\n')).language).toBe(
      'python',
    );
    expect(extractFile('bin/run', bytes('#!/bin/bash -e\nstart() { :; }\n')).language).toBe('bash');
  });

  it('gives references for a file of an unknown kind', () => {
    expect(named('rules.weird', bytes('allow user_agent when Robot'))).toEqual([
      'allow',
      'user_agent',
      'Robot',
    ]);
  });

  it('falls back to identifiers for an unknown language id', () => {
    expect(extractTags('klingon', 'a.x', bytes('Qapla batlh'))).toMatchObject([
      { name: 'Qapla' },
      { name: 'batlh' },
    ]);
  });

  it('keeps what can be read of a file with syntax errors', () => {
    const found = named(
      'a.ts',
      bytes('export function good() {}\nconst = ;\nexport function alsoGood() {}\n'),
    );
    expect(found).toEqual(expect.arrayContaining(['good', 'alsoGood']));
  });

  it('reads UTF-16 and says so', () => {
    const utf16 = Buffer.from(`\ufeffdef größe(): pass\n`, 'utf16le');
    expect(extractFile('a.py', utf16)).toMatchObject({
      note: 'UTF-16',
      tags: [{ name: 'größe', role: 'function' }],
    });
  });

  it('reads invalid UTF-8 as Latin-1, keeps names and lines, and says so', () => {
    const content = Buffer.concat([bytes('# '), Buffer.from([0xff, 0xe9]), bytes('\ndef after(): pass\n')]);
    expect(extractFile('a.py', content)).toMatchObject({
      note: 'invalid UTF-8, read as Latin-1',
      tags: [{ name: 'after', line: 1 }],
    });
  });

  it('leaves out binary content behind a source name', () => {
    expect(extractFile('a.py', new Uint8Array([1, 0, 2]))).toMatchObject({ skipped: 'binary', tags: [] });
  });

  it('accepts an empty file', () => {
    expect(extractFile('a.py', new Uint8Array(0))).toEqual({
      tags: [],
      imports: [],
      lines: 0,
      text: '',
      language: 'python',
    });
  });

  it('leaves out a 50 MB line without looking at it', () => {
    expect(extractFile('a.js', new Uint8Array(50_000_000))).toMatchObject({ skipped: 'larger than 1000 kB' });
  });

  it.each(['ts', 'py', 'go', 'java', 'cpp', 'rb', 'json'])(
    'survives 10,000 nested brackets in .%s',
    (extension) => {
      const nested = `${`${'['.repeat(100)}\n`.repeat(100)}${`${']'.repeat(100)}\n`.repeat(100)}`;
      expect(extractFile(`deep.${extension}`, bytes(nested)).skipped).toBeUndefined();
    },
  );
});
