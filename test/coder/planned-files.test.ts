import { expect, test } from 'vitest';
import { plannedFiles } from '../../src/coder/planned-files.ts';

const tracked = [
  'src/cart.ts',
  'src/index.ts',
  'lib/index.ts',
  'README.md',
  '.github/workflows/ci.yml',
  'app/[id].tsx',
];

/** Paths, with a plus before those that the plan wants to create. */
function files(text: string, protect: string[] = []): string[] {
  return plannedFiles(text, tracked, protect).map(({ path, isNew }) => (isNew ? `+${path}` : path));
}

test.each([
  ['In `src/cart.ts`, change `total`. Leave src/index.ts.', ['src/cart.ts', 'src/index.ts']],
  ['In README.md and `cart.ts`, say so.', ['README.md', 'src/cart.ts']],
  ['Which index.ts is meant is not clear.', []],
  ['Change `app/[id].tsx`.', ['app/[id].tsx']],
  ['Create `src/price.ts` with `price()`.', ['+src/price.ts']],
  ['Put it into `src/price.ts`.', ['+src/price.ts']],
  ['Add a new file `CHANGELOG.md`.', ['+CHANGELOG.md']],
  ['Call `list.map` and `Object.keys`, see `v1.2`.', []],
  ['Add a call of `cart.add` there.', ['+cart.add']],
  ['Create `../secret.txt` and `/etc/passwd.txt`.', []],
  ['Create `config/.env` and `keys/server.pem`.', []],
  ['Create `index.ts` anew.', []],
])('%s', (text, expected) => {
  expect(files(text)).toEqual(expected);
});

test('paths in fenced code are imports, not files to make', () => {
  expect(files('In `src/cart.ts`:\n\n```ts\nimport a from `lib/new.ts`;\n```\n')).toEqual(['src/cart.ts']);
});

test('what is protected is never planned', () => {
  expect(
    files('In `.github/workflows/ci.yml` and `.github/workflows/new.yml`.', ['.github/workflows/**']),
  ).toEqual([]);
});
