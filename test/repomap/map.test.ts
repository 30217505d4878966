import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../src/lib/tokens.ts';
import {
  buildMap,
  chooseFiles,
  folderSource,
  indexRepository,
  mapOf,
  type RepoIndex,
  rankFiles,
} from '../../src/repomap/index.ts';
import type { Commit, RepoSource } from '../../src/repomap/types.ts';

let root: string;
let shopIndex: RepoIndex;
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'map-'));
  shopIndex = await indexRepository(repository('shop', shop));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const shop: Record<string, string> = {
  'README.md': '# Shop\n\nHow to install the shop.\n',
  'package.json': '{"name": "shop"}\n',
  'src/cart.py':
    'from src.tax import rate\n\nclass Cart:\n    def total(self):\n        return rate(self.items)\n\n    def clear(self):\n        self.items = []\n',
  'src/tax.py': 'def rate(items):\n    """Value added tax by country."""\n    return 0.2\n',
  'src/mail.py':
    'class Mailer:\n    def send_receipt(self, order):\n        raise MailError("receipt could not be delivered")\n',
  'src/util/text.py': 'def shorten(text, width):\n    return text[:width]\n',
  'src/web/text.py': 'def render(page):\n    return page\n',
  'src/app.py':
    'from src.cart import Cart\nfrom src.mail import Mailer\n\ndef main():\n    Mailer().send_receipt(Cart())\n',
  'tests/test_tax.py': 'from src.tax import rate\n\ndef test_rate_of_islands():\n    assert rate([]) == 0\n',
  'docs/delivery.md': '# Delivery\n\nReceipts are delivered by mail. Receipt, receipt, delivered.\n',
};

/** A folder with the given files, and a history that the test makes up. */
function repository(name: string, files: Record<string, string | Uint8Array>): RepoSource {
  const base = path.join(root, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
    writeFileSync(path.join(base, file), content);
  }
  return folderSource(base);
}

async function ranked(text: string, chat: string[] = [], history: Commit[] = []): Promise<string[]> {
  return (await rankFiles({ ...shopIndex, history }, { text, chat })).files.map((file) => file.path);
}

describe('the order of files', () => {
  it.each([
    ['words of the body', 'The value added tax of some countries is wrong', 'src/tax.py'],
    ['a symbol', 'Calling `send_receipt` twice sends one mail', 'src/mail.py'],
    ['an error message', 'It says "receipt could not be delivered" now and then', 'src/mail.py'],
    ['a path with a line', 'Look at src/web/text.py:2 please', 'src/web/text.py'],
    ['the end of a path', 'In util/text.py the width is off', 'src/util/text.py'],
    [
      'a stack trace',
      'Boom\n\n```\nTraceback (most recent call last):\n  File "/x/src/util/text.py", line 2, in shorten\n```',
      'src/util/text.py',
    ],
    ['a dotted name', 'src.util.text.shorten loses a letter', 'src/util/text.py'],
    ['a named test file, though tests are held back', 'tests/test_tax.py has a typo', 'tests/test_tax.py'],
    ['a named document', 'docs/delivery.md has a typo', 'docs/delivery.md'],
    ['a file at the root by its whole name', 'package.json lacks a licence', 'package.json'],
  ])('by %s', async (_kind, text, expected) => {
    expect((await ranked(text))[0]).toBe(expected);
  });

  it('puts source before documents that say the same', async () => {
    const order = await ranked('receipt delivered');
    expect(order.indexOf('src/mail.py')).toBeLessThan(order.indexOf('docs/delivery.md'));
  });

  it('leads from a failing test to the code that it is about', async () => {
    const order = await ranked('`test_rate_of_islands` fails');
    expect(order.slice(0, 2).sort()).toEqual(['src/tax.py', 'tests/test_tax.py']);
  });

  it('leads from a file in context to what it imports and what changed with it', async () => {
    expect((await ranked('', ['src/cart.py'])).slice(0, 2).sort()).toEqual(['src/app.py', 'src/tax.py']);
    const together = Array.from({ length: 5 }, (_, age) => {
      return { time: 1000 - age, subject: 'more', paths: ['src/cart.py', 'src/web/text.py'] };
    });
    expect((await ranked('', ['src/cart.py'], together)).slice(0, 2)).toContain('src/web/text.py');
  });

  it('remembers what earlier commits of the kind changed', async () => {
    const commit = { time: 1, subject: 'Fix the glitch with umbrellas', paths: ['src/util/text.py'] };
    expect((await ranked('Another glitch with umbrellas', [], [commit]))[0]).toBe('src/util/text.py');
  });

  it('says why', async () => {
    const { files } = await rankFiles(shopIndex, { text: 'See src/tax.py and `send_receipt`', chat: [] });
    const reasons = Object.fromEntries(files.map((file) => [file.path, file.reasons]));
    expect(reasons['src/tax.py']).toContain('named in the request: `src/tax.py`');
    expect(reasons['src/mail.py']).toContain('defines `send_receipt`');
    expect(files.filter((file) => file.named).map((file) => file.path)).toEqual(['src/tax.py']);
  });

  it('does not take a bare name in a listing for a file that was named', async () => {
    const { files } = await rankFiles(shopIndex, {
      text: 'Install fails\n```\ncat package.json\n```',
      chat: [],
    });
    expect(files.filter((file) => file.named)).toEqual([]);
  });

  it('says why about files in context too', async () => {
    const history = [{ time: 1, subject: 'more', paths: ['src/cart.py', 'src/tax.py'] }];
    const { files } = await rankFiles({ ...shopIndex, history }, { text: '', chat: ['src/cart.py'] });
    const reasons = Object.fromEntries(files.map((file) => [file.path, file.reasons]));
    expect(reasons['src/tax.py']).toEqual([
      'changed together 1 time with files named or in context',
      'referenced by 1 file in context',
    ]);
    expect(reasons['src/app.py']).toEqual(['uses 1 file in context']);
  });
});

describe('the map', () => {
  const request = { text: 'The total of the cart ignores tax', chat: [], tokens: 300 };

  it('shows definitions under their scopes, and no file that is in context', async () => {
    const { map, tokens } = await mapOf(shopIndex, request);
    expect(map).toContain('src/cart.py:\n│class Cart:\n│    def total(self):\n');
    expect(tokens).toBe(countTokens(map));
    const other = await mapOf(shopIndex, { ...request, chat: ['src/cart.py'] });
    expect(other.map).not.toContain('src/cart.py:');
    expect(other.map).toContain('src/tax.py:');
  });

  it.each([0, 1, 10, 40, 100, 1000])('takes at most %i tokens', async (tokens) => {
    const built = await mapOf(shopIndex, { ...request, tokens });
    expect(countTokens(built.map)).toBeLessThanOrEqual(tokens);
  });

  it('takes an empty repository and an empty request', async () => {
    mkdirSync(path.join(root, 'nothing'), { recursive: true });
    expect((await buildMap(folderSource(path.join(root, 'nothing')), request)).map).toBe('');
    expect((await mapOf(shopIndex, { ...request, text: '' })).map).toContain('src/');
  });

  it('goes on where a file cannot be read', async () => {
    const source = repository('shop', shop);
    const broken: RepoSource = {
      ...source,
      read: (file) => (file.path === 'src/cart.py' ? Promise.reject(new Error('disk')) : source.read(file)),
    };
    expect((await buildMap(broken, request)).map).toContain('src/tax.py:\n│def rate(items):');
  });

  it('survives what no person wrote', async () => {
    const hostile = repository('hostile', {
      'long.py': `x = "${'y'.repeat(5_000_000)}"\n`,
      'latin.py': Uint8Array.from([...Buffer.from('def caf'), 0xe9, ...Buffer.from('():\n    pass\n')]),
      'binary.py': Uint8Array.from([0, 1, 2, 255, 0]),
      'deep.js': `${'('.repeat(50_000)}`,
      'control.py': 'def a\u202eb():\n    pass\n\ndef ok\u0007():\n    pass\n',
      'we\nird.py': 'def weird():\n    pass\n',
      'crlf.py': 'class A:\r\n    def b(self):\r\n        pass\r\n',
    });
    const { map } = await buildMap(hostile, { text: 'weird class ok', chat: [], tokens: 400 });
    expect(map).not.toMatch(/[\u202e\u0007\r]/);
    expect(map).toContain('"we\\nird.py":\n│def weird():');
    expect(Math.max(...map.split('\n').map((line) => line.length))).toBeLessThanOrEqual(101);
  });
});

describe('files chosen for the context', () => {
  it('are the named ones, then the best, within the budget', async () => {
    const text = 'docs/delivery.md is right, `send_receipt` of the mailer is not';
    const chosen = await chooseFiles(shopIndex, { text, chat: [], tokens: 500 }, { files: 2 });
    expect(chosen.map(({ path: name, kind }) => [name, kind])).toEqual([
      ['docs/delivery.md', 'whole'],
      ['src/mail.py', 'whole'],
    ]);
    expect(chosen.reduce((sum, file) => sum + file.tokens, 0)).toBeLessThanOrEqual(500);
  });

  it('are shown in parts when they are too large', async () => {
    const functions = Array.from(
      { length: 400 },
      (_, n) => `def step_${n}(x):\n    y = x + ${n}\n    return y\n`,
    );
    functions[200] = 'def find_zebra(herd):\n    # the zebra is lost here\n    return herd.zebra\n';
    const index = await indexRepository(repository('large', { 'big.py': functions.join('\n') }));
    const [chosen] = await chooseFiles(index, { text: 'zebra is lost', chat: [], tokens: 900 });
    if (chosen?.kind !== 'parts') throw new Error('expected parts');
    expect(chosen.ranges).toContainEqual({ from: 800, to: 802 });
    expect(chosen.outline).toContain('def find_zebra(herd):');
    expect(chosen.tokens).toBeLessThanOrEqual(900);
  });
});
