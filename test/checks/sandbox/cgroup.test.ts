/** Version 2 against a folder with the files that the kernel would show; version 1 and the real thing run in limits.test. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCgroup, joining, sweepCgroups } from '../../../src/checks/sandbox/cgroup.ts';
import { defaultLimits } from '../../../src/checks/sandbox/command.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'cgroup-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('where no cgroup can be made there is none, and nothing is left behind', () => {
  // A plain folder has no control files in new folders: as on a host that hands down no controllers.
  writeFileSync(path.join(root, 'cgroup.controllers'), 'cpu io');

  expect(createCgroup(defaultLimits, root)).toBeUndefined();
  expect(readdirSync(root)).toEqual(['cgroup.controllers']);
});

test('a version 1 hierarchy that is mounted read-only gives none', () => {
  for (const controller of ['memory', 'pids']) {
    mkdirSync(path.join(root, controller));
    writeFileSync(path.join(root, controller, 'cgroup.procs'), '');
  }

  expect(createCgroup(defaultLimits, root)).toBeUndefined();
  expect(readdirSync(path.join(root, 'memory'))).toEqual(['cgroup.procs']);
});

test('joining writes the process into every folder and then becomes the command', () => {
  const cgroup = {
    version: 'v1' as const,
    folders: ['/cg/memory/job', '/cg/pids/job'],
    memoryKills: () => 0,
    refusedForks: () => 0,
    remove: async () => {},
  };

  const argv = joining(cgroup, ['bwrap', '--version']);

  expect(argv.slice(0, 2)).toEqual(['/bin/sh', '-c']);
  expect(argv.slice(4)).toEqual(['2', '/cg/memory/job', '/cg/pids/job', 'bwrap', '--version']);
  expect(joining(undefined, ['bwrap'])).toEqual(['bwrap']);
});

test('what a killed bot left behind is removed, and nothing else', () => {
  mkdirSync(path.join(root, 'memory/aiderbot-left'), { recursive: true });
  mkdirSync(path.join(root, 'memory/somebody-else'));
  mkdirSync(path.join(root, 'memory/aiderbot-in-use/child'), { recursive: true });

  sweepCgroups(root);

  expect(readdirSync(path.join(root, 'memory')).sort()).toEqual(['aiderbot-in-use', 'somebody-else']);
});
