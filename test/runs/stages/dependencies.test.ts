/** Set-ups of earlier runs, with the real sandbox: when they serve, and that nothing hostile travels with them. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { JournalStore } from '../../../src/runs/journal.ts';
import { fileJournal } from '../../../src/runs/journal.ts';
import { shelvesOf } from '../../../src/runs/stages/dependencies.ts';
import { describeSandbox } from '../../checks/sandbox/world.ts';
import { scratch } from '../../support/folders.ts';
import { keptSetups, SETTINGS, type World } from '../../support/kept-setups.ts';
import { block } from '../../support/replies.ts';
import { git } from '../../support/repositories.ts';

const STAMP = /^[0-9a-f]{16}$/;

describeSandbox('a set-up', () => {
  test('does not run again for the same lock file, in the next run as in the one after a change of the code', async () => {
    const world = await keptSetups({}, { mirror: true });
    const first = await world.run();
    expect(first).toMatchObject({ stamp: expect.stringMatching(STAMP), fromCache: false });
    expect(await world.run()).toMatchObject({ stamp: first.stamp, fromCache: true });
    world.commit({ 'hello.sh': 'echo changed\n' });
    const third = await world.run();
    expect(third).toMatchObject({ stamp: first.stamp, fromCache: true });
    const day = new Date(world.clock.now).toISOString().slice(0, 10);
    expect(third.facts.notes.join('\n')).toContain(`found in the cache of ${day}`);
  });

  test.each([
    ['the lock file', { 'package-lock.json': '{"lockfileVersion":3,"packages":{}}\n' }],
    ['a manifest', { 'package.json': '{"scripts":{"test":"sh test.sh"},"devDependencies":{"tool":"2"}}\n' }],
    ['settings of the installer', { '.npmrc': 'registry=https://elsewhere.example/\n' }],
    ['a manifest in a folder', { 'packages/a/package.json': '{}\n' }],
  ])('runs again when %s changes', async (_, change) => {
    const world = await keptSetups();
    const first = await world.run();
    world.commit(change);
    const second = await world.run();
    expect(second).toMatchObject({ stamp: expect.stringMatching(STAMP), fromCache: false });
    expect(second.stamp).not.toBe(first.stamp);
    // Beside each other: going back finds the first one.
    git(world.repository, 'revert', '--no-edit', 'HEAD');
    expect(await world.run()).toMatchObject({ stamp: first.stamp, fromCache: true });
  });

  test('without a lock file is never kept: what it installs is another thing each day', async () => {
    const world = await keptSetups();
    git(world.repository, 'rm', '-q', 'package-lock.json');
    world.commit({});
    const first = await world.run();
    const second = await world.run();
    expect(second.stamp).not.toBe(first.stamp);
    expect(world.entries()).toEqual([]);
  });

  test('that may build the code fits the very same files only', async () => {
    const world = await keptSetups({}, { settings: `${SETTINGS}  setup: [npm run build]\n` });
    const first = await world.run();
    expect(await world.run()).toMatchObject({ stamp: first.stamp, fromCache: true });
    world.commit({ 'hello.sh': 'echo changed\n' });
    const second = await world.run();
    expect(second).toMatchObject({ stamp: expect.stringMatching(STAMP), fromCache: false });
    expect(second.stamp).not.toBe(first.stamp);
  });

  test('that failed is not kept', async () => {
    const world = await keptSetups({ 'more.sh': 'exit 1\n' });
    await world.run();
    expect(world.entries()).toEqual([]);
  });

  test('a resumed run does without an entry that left meanwhile', async () => {
    const world = await keptSetups();
    await world.run();
    const file = path.join(world.dir, 'resumed.jsonl');
    await expect(world.run({ journal: dyingAt(fileJournal(file), 'check') })).rejects.toBeInstanceOf(Death);
    rmSync(world.root, { recursive: true });
    const resumed = await world.run({ journal: fileJournal(file) });
    expect(resumed.stamp).toMatch(STAMP);
    expect(resumed.facts.final[0]?.status).toBe('green');
  });
});

class Death extends Error {}

/** Dies when the first record of a step is to be kept. */
function dyingAt(store: JournalStore, step: string): JournalStore {
  return {
    load: () => store.load(),
    async append(entry) {
      if (entry.step === step) throw new Death();
      return store.append(entry);
    },
  };
}

const POISON = `echo poisoned > node_modules/stamp
echo poisoned > "$HOME/.npm/stamp"
printf '#!/bin/sh\\necho poisoned\\n' > node_modules/.bin/tool
echo evil > node_modules/evil
echo evil > left-behind
mkdir -p .git/hooks
`;

describeSandbox('a later run does not get', () => {
  test('what the tests of an earlier one wrote into its dependencies', async () => {
    const world = await keptSetups({ 'poison.sh': POISON });
    const first = await world.run();
    // The second run's copy is poisoned as well, and is its own.
    for (const _ of ['second', 'third'])
      expect(await world.run()).toMatchObject({ stamp: first.stamp, fromCache: true });
  });

  test('what a model wrote, nor what was installed on top of that', async () => {
    const world = await keptSetups({ 'more.sh': 'cat hello.sh > node_modules/seen\n' });
    const edit = {
      entries: [
        { when: { purpose: 'architect' as const }, times: 'any' as const, reply: { text: 'In hello.sh.' } },
        {
          when: { purpose: 'editor' as const },
          times: 'any' as const,
          reply: {
            text: block('hello.sh', 'echo hi', 'echo model'),
          },
        },
        { when: { purpose: 'weak' as const }, times: 'any' as const, reply: { text: 'fix: hello' } },
      ],
    };
    const file = path.join(world.dir, 'resumed.jsonl');
    // The machine dies after the edit was checked. Set-up then runs on a workspace with the edit in it.
    const dying: JournalStore = {
      load: () => fileJournal(file).load(),
      async append(entry) {
        const checks = (await fileJournal(file).load()).filter(({ step }) => step === 'check');
        if (entry.step === 'check' && checks.length === 1) throw new Death();
        return fileJournal(file).append(entry);
      },
    };
    await expect(world.run({ verb: 'fix', script: edit, journal: dying })).rejects.toBeInstanceOf(Death);
    expect(world.entries()).toHaveLength(1);
    rmSync(world.root, { recursive: true });
    const resumed = await world.run({ verb: 'fix', script: edit, journal: fileJournal(file) });
    expect(resumed.facts.outcome).toEqual({ kind: 'done' });
    expect(world.entries()).toEqual([]);
  });

  test('what a fork installed, whatever its branch is called, although a fork may have what the base installed', async () => {
    const world = await keptSetups();
    const fork = {
      ref: 'refs/pull/1/head',
      baseBranch: 'main',
      pullRequest: { number: 1, url: 'x', draft: false, base: 'main', isOwn: false, isFork: true },
    };
    const first = await world.run({ start: fork });
    expect(first.stamp).toMatch(STAMP);
    expect(world.entries()).toEqual([]);
    const base = await world.run();
    expect(base.fromCache).toBe(false);
    expect(await world.run({ start: fork })).toMatchObject({ stamp: base.stamp, fromCache: true });
    expect(world.entries()).toHaveLength(1);
  });

  test('what another branch installed, unless that is the default branch', async () => {
    const world = await keptSetups();
    const feature = await world.run({ start: { baseBranch: 'feature' } });
    const other = await world.run({ start: { baseBranch: 'other' } });
    const main = await world.run();
    expect(new Set([feature.stamp, other.stamp, main.stamp]).size).toBe(3);
    expect(await world.run({ start: { baseBranch: 'feature' } })).toMatchObject({ stamp: feature.stamp });
    expect(await world.run({ start: { baseBranch: 'third' } })).toMatchObject({
      stamp: main.stamp,
      fromCache: true,
    });
    expect(await world.run()).toMatchObject({ stamp: main.stamp });
  });

  test('a way out: links, special files and odd names stay what they are, inside', async () => {
    const outside = await scratch();
    const victim = path.join(outside, 'victim');
    writeFileSync(victim, 'untouched\n');
    const world = await keptSetups({
      'more.sh': `ln -s ${victim} node_modules/absolute
ln -s ../../../../../../../..${victim} node_modules/relative
ln -s ${outside} node_modules/folder
ln -s /home/job node_modules/home
ln hello.sh node_modules/hard
ln -s ../hello.sh node_modules/soft
mkfifo node_modules/pipe
touch -- '--to-command=touch x' '-T' "$(printf 'new\\nline')" '*' 'back\\slash'
rm test.sh && ln -s ${victim} test.sh
echo overwritten > hello.sh
mkdir -p node_modules/closed && chmod 500 node_modules/closed
`,
      'poison.sh': `(find . -path ./node_modules/.bin -prune -o -print | LC_ALL=C sort; cat hello.sh; readlink node_modules/absolute) | cksum
for name in absolute relative hard soft; do echo evil > "node_modules/$name"; done 2>/dev/null
echo evil > node_modules/folder/evil 2>/dev/null
true
`,
    });
    const first = await world.run();
    const sum = (seen: typeof first) => /^\d+ \d+$/m.exec(seen.facts.final[0]?.log.head ?? '')?.[0];
    expect(first.facts.final[0]?.status).toBe('green');
    expect(world.entries()).toHaveLength(1);
    const second = await world.run();
    expect(second).toMatchObject({ stamp: first.stamp, fromCache: true });
    expect(sum(second)).toBe(sum(first));
    expect(sum(first)).toBeDefined();
    expect(readFileSync(victim, 'utf8')).toBe('untouched\n');
    expect(existsSync(path.join(outside, 'evil'))).toBe(false);
    // The archive is a file of its own: no name in any workspace leads to it.
    for (const entry of world.entries()) expect(lstatSync(path.join(entry, 'content.tar')).nlink).toBe(1);
    expect(await world.run()).toMatchObject({ stamp: first.stamp, fromCache: true });
  });

  test('files in the place of tracked ones: an archive that is in their way does not fit', async () => {
    const world = await keptSetups({ 'more.sh': 'mkdir -p gen; echo made > gen/out; ln -sf /etc gen/etc\n' });
    const first = await world.run();
    expect(world.entries()).toHaveLength(1);
    world.commit({ 'gen/out': 'tracked\n', 'poison.sh': 'cat gen/out\n' });
    const second = await world.run();
    expect(second.fromCache).toBe(false);
    expect(second.stamp).not.toBe(first.stamp);
    expect(second.facts.final[0]).toMatchObject({ status: 'green' });
    expect(second.facts.final[0]?.log.head).toContain('\ntracked\n');
  });
});

describeSandbox('an entry', () => {
  const content = (world: World) => path.join(world.entries()[0] ?? '', 'content.tar');
  const note = (world: World) => path.join(world.entries()[0] ?? '', 'entry.json');

  test.each<[string, (world: World) => void]>([
    [
      'with other bytes',
      (world) => {
        const bytes = readFileSync(content(world));
        // A header of 512 bytes, then the content.
        bytes.write('poisoned', bytes.indexOf('workspace/node_modules/stamp\0') + 512);
        writeFileSync(content(world), bytes);
      },
    ],
    ['that is cut short', (world) => truncateSync(content(world), 1024)],
    ['without its content', (world) => rmSync(content(world))],
    [
      'with a link in place of its content',
      (world) => {
        rmSync(content(world));
        symlinkSync('/etc/os-release', content(world));
      },
    ],
    ['with a note that is none', (world) => writeFileSync(note(world), '{')],
  ])('%s is thrown away, and set-up runs', async (_, damage) => {
    const world = await keptSetups();
    const first = await world.run();
    damage(world);
    const second = await world.run();
    expect(second).toMatchObject({ stamp: expect.stringMatching(STAMP), fromCache: false });
    expect(second.stamp).not.toBe(first.stamp);
    expect(await world.run()).toMatchObject({ stamp: second.stamp, fromCache: true });
    expect(world.entries()).toHaveLength(1);
  });

  test('on which a check does not even start is not held against the code: it goes, and set-up runs', async () => {
    const world = await keptSetups();
    const first = await world.run();
    // Whole as far as the store can tell, and nothing is in it.
    execFileSync('tar', ['-C', '/', '-cf', content(world), '--no-recursion', 'tmp/']);
    const bytes = statSync(content(world)).size;
    const sha256 = createHash('sha256')
      .update(readFileSync(content(world)))
      .digest('hex');
    const entry = JSON.parse(readFileSync(note(world), 'utf8'));
    writeFileSync(note(world), JSON.stringify({ ...entry, bytes, sha256 }));

    const second = await world.run();
    expect(second.facts.final[0]).toMatchObject({ status: 'green' });
    expect(second.stamp).not.toBe(first.stamp);
    expect(second.facts.notes.join('\n')).toMatch(/`sh test\.sh` did not start, so they were thrown away/);
    // Checks had run by then, so it was not kept; the next one is.
    expect(world.entries()).toEqual([]);
    const third = await world.run();
    expect(await world.run()).toMatchObject({ stamp: third.stamp, fromCache: true });
  });

  test('on which a check starts no more than on a fresh set-up is used', async () => {
    const world = await keptSetups({ 'test.sh': 'no-such-program\n' });
    await world.run();
    const second = await world.run();
    expect(second.facts.notes.join('\n')).not.toContain('thrown away');
    expect(world.entries()).toHaveLength(1);
  });

  test('that is larger than its share is not kept', async () => {
    const world = await keptSetups(
      { 'more.sh': 'head -c 3000000 /dev/zero > node_modules/large\n' },
      { mostBytes: 8_000_000 },
    );
    const first = await world.run();
    expect(first.stamp).toMatch(STAMP);
    expect(world.entries()).toEqual([]);
    expect((await world.run()).stamp).not.toBe(first.stamp);
  });
});

interface From {
  baseBranch: string;
  ref?: string;
  pullRequest?: { base: string; isFork?: boolean };
}

test.each<[string, From, string[], string | undefined]>([
  ['an issue', { baseBranch: 'main' }, ['main'], 'main'],
  ['an issue, from another branch', { baseBranch: 'next' }, ['next', 'main'], 'next'],
  [
    'a pull request',
    { baseBranch: 'topic', pullRequest: { base: 'next' } },
    ['topic', 'next', 'main'],
    'topic',
  ],
  [
    'a pull request from a fork',
    { baseBranch: 'main', ref: 'refs/pull/1/head', pullRequest: { base: 'next', isFork: true } },
    ['next', 'main'],
    undefined,
  ],
])('%s reads and writes', (_, { baseBranch, ref, pullRequest }, reads, writes) => {
  const start = {
    state: 'ready' as const,
    commit: '',
    baseBranch,
    isDefaultBranch: false,
    ...(ref ? { ref } : {}),
    ...(pullRequest
      ? { pullRequest: { number: 1, url: '', draft: false, isOwn: false, isFork: false, ...pullRequest } }
      : {}),
  };
  const shelves = shelvesOf(start, 'github-1', 'main');
  expect(shelves.reads.map(({ branch }) => branch)).toEqual(reads);
  expect(shelves.writes?.branch).toBe(writes);
});
