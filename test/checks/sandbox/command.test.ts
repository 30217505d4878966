import { expect, test } from 'vitest';
import { defaultLimits, type Host, sandboxCommand, type View } from '../../../src/checks/sandbox/command.ts';

const host: Host = {
  rootFolders: [{ name: 'bin', link: 'usr/bin' }, { name: 'lib64' }],
  etc: ['/etc/ssl/certs'],
  dropTo: 64123,
  node: '/srv/node/bin/node',
};
const view: View = {
  workspace: '/data/run/workspace',
  cwd: '/workspace/packages/app',
  tools: [],
  env: { CI: 'true' },
  limits: defaultLimits,
  taskLimit: 512,
};
const line = (change: Partial<View> = {}, on: Partial<Host> = {}) =>
  sandboxCommand({ ...view, ...change }, { ...host, ...on }, 'npm test');

test('user first, then limits, then namespaces, then the command', () => {
  const argv = line();
  const order = ['setpriv', 'prlimit', 'bwrap', '--unshare-user', '--clearenv', '--seccomp', '/bin/sh'];

  expect(order.map((word) => argv.indexOf(word))).toEqual(
    order.map((word) => argv.indexOf(word)).sort((a, b) => a - b),
  );
  expect(argv).toEqual(expect.arrayContaining(['--reuid=64123', '--nproc=512', '--core=0']));
  expect(argv.slice(-3)).toEqual(['/bin/sh', '-c', 'npm test']);
});

test('a bot that is not root has no user to drop to', () => {
  expect(line({}, { dropTo: undefined })[0]).toBe('prlimit');
});

test('every namespace is new and no switch widens the view', () => {
  const argv = line();

  for (const namespace of ['user', 'pid', 'net', 'ipc', 'uts'])
    expect(argv).toContain(`--unshare-${namespace}`);
  for (const widening of ['--share-net', '--dev-bind', '--cap-add']) expect(argv).not.toContain(widening);
});

test('only the workspace is writable, a home that outlives the command apart', () => {
  const writable = (argv: string[]) => argv.flatMap((word, i) => (word === '--bind' ? [argv[i + 2]] : []));

  expect(writable(line())).toEqual(['/workspace']);
  expect(writable(line({ home: '/data/home' }))).toEqual(['/home/job', '/workspace']);
});

test('every file system in memory has a size', () => {
  const argv = line();

  argv.forEach((word, i) => {
    if (word === '--tmpfs') expect(argv[i - 2]).toBe('--size');
  });
});

test("the operator's tools are read-only and their programs come first on PATH", () => {
  const argv = line({ tools: [{ source: '/srv/python', target: '/opt/python', bin: ['bin'] }] });

  expect(argv.join(' ')).toContain('--ro-bind /srv/python /opt/python');
  expect(argv[argv.indexOf('PATH') + 1]).toMatch(/^\/opt\/python\/bin:/);
});

test('there is no network without a proxy, and with one only its socket', () => {
  expect(line().join(' ')).not.toContain('/run/aiderbot');

  const argv = line({ proxy: { socketFolder: '/tmp/proxy', forwarder: '/app/forwarder.mts' } });
  expect(argv).toContain('--unshare-net');
  expect(argv.join(' ')).toContain('--ro-bind /tmp/proxy /run/aiderbot');
});
