import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultMaxOutputBytes } from '../../../src/checks/output.ts';
import type { Cgroup } from '../../../src/checks/sandbox/cgroup.ts';
import { isPublicAddress, startProxy } from '../../../src/checks/sandbox/proxy.ts';
import { runSandboxed } from '../../../src/checks/sandbox/run.ts';
import { describeSandbox, js, newWorkspace } from './world.ts';

let port: number;
const registry = createServer((request, answer) =>
  answer.end(`PACKAGE ${request.url} for ${request.headers.host}`),
);
beforeAll(async () => {
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  port = (registry.address() as AddressInfo).port;
});
afterAll(() => registry.close());

/** A setup command in a world where `packages.test` is this machine and this machine counts as public. */
async function setup(command: string, hosts: string[], kind: 'setup' | 'test' = 'setup') {
  const end = await runSandboxed(
    { kind, command, timeoutMs: 30_000 },
    { type: 'sandbox', workspace: newWorkspace(), setupHosts: hosts },
    {
      maxOutputBytes: defaultMaxOutputBytes,
      startProxy: (names) => startProxy(names, { resolve: async () => ['127.0.0.1'], isPublic: () => true }),
    },
  );
  return { ...end, said: end.output.text() };
}

const get = (url: string) =>
  js(
    `const http = require("http"); const u = new URL("${url}"); http.get({ host: "127.0.0.1", port: 3128, path: u.href, headers: { host: u.host } }, (r) => { r.pipe(process.stdout); }).on("error", (e) => console.log(e.code))`,
  );
const tunnel = (authority: string) =>
  js(
    `const net = require("net"); const s = net.connect(3128, "127.0.0.1", () => s.write("CONNECT ${authority} HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n")); s.on("data", (d) => { console.log(String(d).split("\\r\\n")[0]); s.end(); }).on("error", (e) => console.log(e.code))`,
  );

describeSandbox('network of a setup command', () => {
  test('an allowed host answers, over HTTP and through a tunnel', async () => {
    const host = `packages.test:${port}`;
    const end = await setup(`${get(`http://${host}/left-pad`)}; echo; ${tunnel(host)}`, [host]);

    expect(end.said).toContain(`PACKAGE /left-pad for ${host}`);
    expect(end.said).toContain('200 Connection established');
    expect(end.network).toEqual({ allowed: [host], denied: [] });
  });

  test('every other host is refused, and the refusal is on record', async () => {
    const allowed = `packages.test:${port}`;
    const attempts = [
      get(`http://evil.test:${port}/`),
      tunnel(`evil.test:${port}`),
      tunnel('packages.test:22'),
      tunnel(`127.0.0.1:${port}`),
      get(`http://packages.test.evil.test:${port}/`),
    ];
    const end = await setup(attempts.join('; '), [allowed]);

    expect(end.said).not.toMatch(/PACKAGE|200/);
    expect(end.network?.allowed).toEqual([]);
    expect(end.network?.denied).toContain(`evil.test:${port}`);
    expect(end.network?.denied).toContain('packages.test:22');
  });

  test('the loopback address of the host stays out of reach', async () => {
    const direct = js(
      `require("net").connect(${port}, "127.0.0.1").on("connect", () => console.log("REACHED")).on("error", (e) => console.log(e.code))`,
    );

    expect((await setup(direct, [`packages.test:${port}`])).said).toContain('ECONNREFUSED');
  });

  test('without hosts there is no proxy, and a test has none whatever is allowed', async () => {
    const host = `packages.test:${port}`;
    expect(await setup(get(`http://${host}/`), [])).toMatchObject({ said: 'ECONNREFUSED\n' });
    expect(await setup(get(`http://${host}/`), [host], 'test')).toMatchObject({ said: 'ECONNREFUSED\n' });
  });

  test('the exit code of the command is the exit code of the setup', async () => {
    expect((await setup('exit 3', [`packages.test:${port}`])).exitCode).toBe(3);
  });

  test("a package's install script does not run", async () => {
    const workspace = newWorkspace();
    mkdirSync(path.join(workspace, 'dependency'));
    writeFileSync(
      path.join(workspace, 'dependency/package.json'),
      JSON.stringify({
        name: 'dependency',
        version: '1.0.0',
        scripts: { postinstall: 'touch /workspace/INSTALLED' },
      }),
    );
    writeFileSync(
      path.join(workspace, 'package.json'),
      JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { dependency: 'file:./dependency' } }),
    );
    // The repository asks for scripts; the environment of a setup command overrules it.
    writeFileSync(path.join(workspace, '.npmrc'), 'ignore-scripts=false\n');
    const run = (kind: 'setup' | 'lint') =>
      runSandboxed(
        { kind, command: 'npm install --offline --install-links=false', timeoutMs: 30_000 },
        { type: 'sandbox', workspace },
        { maxOutputBytes: defaultMaxOutputBytes },
      );

    expect((await run('setup')).exitCode).toBe(0);
    expect(existsSync(path.join(workspace, 'node_modules/dependency'))).toBe(true);
    expect(existsSync(path.join(workspace, 'INSTALLED'))).toBe(false);

    // Any other kind of command has no such setting: there the script would have run.
    rmSync(path.join(workspace, 'node_modules'), { recursive: true });
    await run('lint');
    expect(existsSync(path.join(workspace, 'INSTALLED'))).toBe(true);
  });
});

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each([
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '2002:7f00:1::',
    '2001:db8::1',
    'ff02::1',
    'nonsense',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(['93.184.216.34', '1.1.1.1', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  test('a name that leads into a private network is refused although it is allowed', async () => {
    const proxy = await startProxy(['packages.test'], { resolve: async () => ['93.184.216.34', '10.0.0.7'] });
    try {
      const socketPath = `${proxy.folder}/proxy.sock`;
      const answer = await new Promise<number | undefined>((done) => {
        request({ socketPath, path: 'http://packages.test/' }, (response) => {
          response.resume();
          done(response.statusCode);
        }).end();
      });

      expect(answer).toBe(403);
      expect(proxy.use()).toEqual({ allowed: [], denied: ['packages.test:80'] });
    } finally {
      await proxy.close();
    }
  });
});

test('a proxy that does not start leaves no cgroup behind', async () => {
  let removed = 0;
  const cgroup: Cgroup = {
    version: 'v2',
    folders: [],
    memoryKills: () => 0,
    refusedForks: () => 0,
    async remove() {
      removed += 1;
    },
  };
  const run = runSandboxed(
    { kind: 'setup', command: 'true', timeoutMs: 30_000 },
    { type: 'sandbox', workspace: newWorkspace(), setupHosts: ['packages.test'] },
    {
      maxOutputBytes: defaultMaxOutputBytes,
      createCgroup: () => cgroup,
      startProxy: () => Promise.reject(new Error('no socket can be made')),
    },
  );
  await expect(run).rejects.toThrow('no socket can be made');
  expect(removed).toBe(1);
});
