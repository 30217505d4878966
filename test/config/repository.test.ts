import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { honouredKeys } from '../../src/config/honoured.ts';
import { settingSections } from '../../src/config/json-schema.ts';
import { parseRepositoryConfig } from '../../src/config/repository.ts';

function config(text: string) {
  const parsed = parseRepositoryConfig(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.config;
}

/** The problems of a file as `line:column message`. */
function problems(text: string): string[] {
  const parsed = parseRepositoryConfig(text);
  return parsed.ok ? [] : parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('a right file', () => {
  it('may be empty, or set nothing', () => {
    for (const text of ['', '# nothing\n', '---\n', 'verify:\n  # test: npm test\n', '\uFEFF'])
      expect(config(text).verify.max_reflections).toBe(3);
  });

  it('keeps what it sets and gets the rest from the defaults', () => {
    const { verify, branches } = config('verify:\n  test: npm test\n  timeout: 90s\n');
    expect(verify).toMatchObject({ test: 'npm test', lint: 'auto', timeout: 90_000 });
    expect(branches.prefix).toBe('aider/');
  });

  it('cannot open workflows or itself to edits', () => {
    expect(config('paths:\n  protect: [docs/**]\n').paths.protect).toEqual([
      '.github/workflows/**',
      '.github/aider.yml',
      'docs/**',
    ]);
  });

  it('is told which of its settings have no effect in this version', () => {
    const text = 'enabled: true\nverify:\n  test: x\nbudget:\n  per_run: 1\n';
    const honoured = new Set(['enabled', 'verify.test']);
    expect(parseRepositoryConfig(text, honoured)).toMatchObject({
      ok: true,
      notes: ['`budget.per_run` in `.github/aider.yml` has no effect in this version.'],
    });
  });
});

describe('a wrong file', () => {
  it.each([
    [
      'a misspelt key',
      'verify:\n  tset: x\n',
      '2:3 there is no key `tset` in `verify`; did you mean `test`?',
    ],
    ['a misspelt section', 'verfy: {}\n', '1:1 there is no key `verfy`; did you mean `verify`?'],
    [
      'an unknown key',
      'branches:\n  colour: red\n',
      '2:3 there is no key `colour` in `branches`; known are `prefix`',
    ],
    ['words for a switch', 'enabled: yes\n', '1:10 `enabled` must be `true` or `false`'],
    [
      'a number for text',
      'verify:\n  test: 12\n',
      '2:9 `verify.test` must be text (in quotes when it looks like a number)',
    ],
    ['text for a number', 'budget: { per_run: "2" }\n', '1:20 `budget.per_run` must be a number'],
    ['one value for a list', 'pull_request:\n  labels: bug\n', '2:11 `pull_request.labels` must be a list'],
    ['a value for a section', 'verify: npm test\n', '1:9 `verify` must be a group of keys'],
    [
      'a word that is no choice',
      'edit:\n  mode: fast\n',
      '2:9 `edit.mode` must be `architect`, `direct` or `agent`',
    ],
    [
      'a number out of range',
      'verify: { max_reflections: 11 }',
      '1:28 `verify.max_reflections` must be at most 10',
    ],
    [
      'a time without a unit',
      'verify:\n  timeout: "10"\n',
      '2:12 `verify.timeout` must be a time such as `90s`, `10m` or `1h`',
    ],
    ['too long a time', 'verify:\n  timeout: 5h\n', '2:12 `verify.timeout` must be between 1s and 2h'],
    ['a command over two lines', 'verify: { test: "a\\nb" }', '1:17 `verify.test` must be one line'],
    [
      'an empty command',
      'verify: { test: "" }',
      '1:17 `verify.test` must not be empty; write `off` for none',
    ],
    [
      'a prefix that is no branch',
      'branches: { prefix: "a b/" }',
      '1:21 `branches.prefix` must hold only letters, digits, `-`, `_` and `/`',
    ],
    [
      'a path outside',
      'paths:\n  ignore:\n    - ok\n    - ../x\n',
      '4:7 `paths.ignore[2]` must be a path or pattern inside the repository, such as `src/**`',
    ],
    ['a missing key', 'tasks:\n  - id: a\n', '2:5 `tasks[1].prompt` is missing'],
    [
      'a cron line that never comes due',
      'tasks:\n  - id: a\n    prompt: b\n    schedule: 0 5 30 2 *\n',
      '4:15 `tasks[1].schedule` must be a cron line that comes due (Invalid explicit day of month definition)',
    ],
    [
      'a task that would run every five minutes',
      'tasks: [{ id: a, prompt: b, schedule: "*/5 * * * *" }]',
      '1:39 `tasks[1].schedule` must name one minute: a task runs at most once in an hour',
    ],
    [
      'a zone that is none',
      'tasks: [{ id: a, prompt: b, timezone: Berlin }]',
      '1:39 `tasks[1].timezone` must be a time zone such as `UTC` or `Europe/Berlin`',
    ],
    [
      'a name that two tasks have',
      'tasks:\n  - { id: a, prompt: b }\n  - { id: a, prompt: c }\n',
      '3:11 `tasks[2].id` must differ from the ids of the tasks before it',
    ],
    ['another version', 'version: 2\n', '1:10 `version` must be `1`'],
    ['a key twice', 'enabled: true\nenabled: false\n', '2:1 this key stands here a second time'],
    [
      'two documents',
      'enabled: true\n---\nenabled: false\n',
      '2:1 the file holds more than one document (`---`)',
    ],
    ['a tag', 'enabled: !!js/function x\n', '1:10 tags (`!…`) are not supported'],
    ['an alias', 'paths: &a {}\nverify: *a\n', '2:9 anchors and aliases (`&`, `*`) are not supported'],
    [
      'a merge key',
      'paths:\n  <<: { protect: [] }\n',
      '2:3 there is no key `<<` in `paths`; known are `ignore`, `protect`, `read_only`',
    ],
    ['a list for a key', '? [a]\n: b\n', '1:3 a key must be a plain word'],
    ['a list', '- a\n', '1:1 the file must hold keys, such as `verify:`'],
    ['a tab', 'verify:\n\ttest: x\n', '2:1 Tabs are not allowed as indentation'],
  ])('with %s is told so', (_, text, expected) => expect(problems(text)).toEqual([expected]));

  it('is told everything at once, in the order of the file', () => {
    expect(
      problems('enabled: 1\nverify:\n  tset: x\n  timeout: 1\n').map((text) => text.split(' ')[0]),
    ).toEqual(['1:10', '3:3', '4:12']);
  });
});

describe('a hostile file', () => {
  it.each([
    ['brackets', '['.repeat(32_000)],
    ['braces', '{a: '.repeat(8_000)],
    ['dashes', '- '.repeat(16_000)],
    ['question marks', '? '.repeat(16_000)],
    ['quotes', '"'.repeat(32_000)],
    ['keys', Array.from({ length: 3_000 }, (_, n) => `k${n}: 1`).join('\n')],
    ['nested keys', Array.from({ length: 200 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
    ['aliases that multiply', 'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n'],
    ['a prototype', '__proto__: { enabled: false }\nconstructor: 1\n'],
    ['a megabyte', 'a'.repeat(1_000_000)],
  ])('of %s has problems, and few', (_, text) => {
    const found = problems(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(200);
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '-',
      '[',
      ']',
      '{',
      '}',
      '&',
      '*',
      '!',
      '"',
      "'",
      '|',
      '>',
      '#',
      '\t',
      '\0',
      'verify',
      '%',
      '?',
      ',',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
        expect(parseRepositoryConfig(parts.join('')).ok).toBeTypeOf('boolean');
      }),
      { numRuns: 500 },
    );
  });
});

it('claims to honour only keys that exist', () => {
  const keys = settingSections().flatMap((section) => section.keys.map(({ key }) => key));
  expect([...honouredKeys].filter((key) => !keys.includes(key))).toEqual([]);
});
