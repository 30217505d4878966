/**
 * Hostile commands. Each attack is run in the sandbox, where it must get nothing, and, where that is harmless, without it,
 * where it must succeed: a test that passes because the attack itself is broken proves nothing.
 */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { livePids, readProc } from '../../../src/checks/processes.ts';
import { describeSandbox, inSandbox, js, newWorkspace, outside, withoutSandbox } from './world.ts';

/** Processes with exactly this command line; those that only mention it, such as bwrap, do not count. */
const running = (...words: string[]) =>
  livePids().filter((pid) => readProc(pid, 'cmdline') === `${words.join('\0')}\0`);

describeSandbox('secrets', () => {
  test('a file of the host that everybody may read is not there', async () => {
    const secret = path.join(outside, 'secret.txt');
    writeFileSync(secret, 'CANARY-FILE', { mode: 0o644 });
    const attack = `cat ${secret} /etc/shadow; ls -A /root /home /srv /mnt ${outside}`;

    expect((await inSandbox(attack)).said).not.toContain('CANARY-FILE');
    expect((await withoutSandbox(attack)).said).toContain('CANARY-FILE');
  });

  test('the environment of the bot is neither inherited nor found in /proc', async () => {
    // The environment block of a process is fixed when it starts: this one carries the secret for the time of the test.
    const bot = spawn('sleep', ['60'], { env: { ...process.env, BOT_TOKEN: 'CANARY-ENV' } });
    await once(bot, 'spawn');
    const attack = 'env; cat /proc/*/environ | tr "\\0" "\\n" | sort -u';
    try {
      const attempt = await inSandbox(attack);
      expect(attempt.said).toContain('HOME=/home/job');
      expect(attempt.said).not.toContain('CANARY-ENV');
      expect((await withoutSandbox(attack)).said).toContain('CANARY-ENV');
    } finally {
      bot.kill('SIGKILL');
    }
  });

  test('no process of the host is visible', async () => {
    const attack = 'ls /proc | grep -c "^[0-9]"';

    expect(Number((await inSandbox(attack)).said)).toBeLessThan(8);
  });

  test('no descriptor of the bot stays open inside', async () => {
    const attempt = await inSandbox('for fd in /proc/self/fd/*; do readlink "$fd"; done | sort -u');

    const targets = attempt.said.trim().split('\n');
    expect(
      targets.filter((target) => !/^\/dev\/null$|output \(deleted\)$|^\/proc\/|^pipe:/.test(target)),
    ).toEqual([]);
  });
});

describeSandbox('network', () => {
  test('a service on the loopback address of the host is out of reach', async () => {
    let visits = 0;
    const server = createServer((socket) => {
      visits++;
      socket.end('CANARY-SERVICE');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const attack = js(
      `require("net").connect(${port}, "127.0.0.1").on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))`,
    );
    try {
      expect((await inSandbox(attack)).said).toContain('ECONNREFUSED');
      expect(visits).toBe(0);
      expect((await withoutSandbox(attack)).said).toContain('CANARY-SERVICE');
    } finally {
      server.close();
    }
  });

  test('no datagram gets out, so no DNS query either', async () => {
    const server = createSocket('udp4');
    let datagrams = 0;
    server.on('message', (_, from) => {
      datagrams++;
      server.send('answer', from.port, from.address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const attack = js(
      `const dns = new (require("dns").Resolver)({ timeout: 200, tries: 1 }); dns.setServers(["127.0.0.1:${server.address().port}"]); dns.resolve4("secret.example.com", (e) => console.log(e ? e.code : "RESOLVED"))`,
    );
    try {
      await inSandbox(attack);
      expect(datagrams).toBe(0);
      await withoutSandbox(attack);
      expect(datagrams).toBeGreaterThan(0);
    } finally {
      server.close();
    }
  });

  test('an abstract unix socket of the host is out of reach', async () => {
    const name = `escape-${process.pid}`;
    const server = createServer((socket) => socket.end('CANARY-ABSTRACT'));
    server.listen(`\0${name}`);
    await once(server, 'listening');
    const attack = js(
      `require("net").connect("\\0${name}").on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))`,
    );
    try {
      expect((await inSandbox(attack)).said).not.toContain('CANARY-ABSTRACT');
      expect((await withoutSandbox(attack)).said).toContain('CANARY-ABSTRACT');
    } finally {
      server.close();
    }
  });

  test.each([
    ['AF_VSOCK, which ignores network namespaces', 40],
    ['AF_PACKET', 17],
    ['AF_ALG', 38],
  ])('a socket of the family %s is refused', async (_name, family) => {
    const attack = `perl -e 'print socket(my $s, ${family}, 1, 0) ? "OPENED" : "refused: $!"'`;

    expect((await inSandbox(attack)).said).toContain('refused: Operation not permitted');
  });

  test('local servers of a test still work', async () => {
    const attempt = await inSandbox(
      js(
        'const s = require("http").createServer((q, a) => a.end("SERVED")).listen(0, () => fetch("http://localhost:" + s.address().port).then((r) => r.text()).then((t) => { console.log(t); s.close(); }))',
      ),
    );

    expect(attempt.said).toContain('SERVED');
  });
});

describeSandbox('writing outside', () => {
  test('nothing but the workspace and the temporary folders can be written', async () => {
    const marker = path.join(outside, 'marker');
    const attack = `for f in ${marker} /usr/x /etc/x /x /bin/x /run/x /dev/x /opt/aiderbot/x /proc/sys/kernel/hostname /workspace/../y; do (echo 1 > "$f") 2>/dev/null && echo "WROTE $f"; done; echo 1 > inside && echo "WROTE inside"`;

    const attempt = await inSandbox(attack);
    expect(attempt.said.match(/WROTE .*/g)).toEqual(['WROTE inside']);
    expect(existsSync(marker)).toBe(false);
    await withoutSandbox(`echo 1 > ${marker}`);
    expect(existsSync(marker)).toBe(true);
  });

  test('the configuration of a linter is code, and gets no further than any other', async () => {
    const marker = path.join(outside, 'marker-of-a-linter');
    const workspace = newWorkspace();
    const config = `require('fs').writeFileSync(${JSON.stringify(marker)}, 'x'); module.exports = [];`;
    writeFileSync(path.join(workspace, 'linter.config.js'), config);
    const lint = js('require("./linter.config.js"); console.log("linted")');

    const attempt = await inSandbox(lint, { workspace });
    expect(attempt.status).toBe('red');
    expect(attempt.said).toContain('ENOENT');
    expect(existsSync(marker)).toBe(false);
  });

  test('symbolic links out of the workspace lead nowhere', async () => {
    const target = path.join(outside, 'target.txt');
    writeFileSync(target, 'CANARY-LINK', { mode: 0o666 });
    chmodSync(target, 0o666);
    const attack = `ln -s ${target} link; ln -s ${outside} folder; cat link folder/target.txt; echo overwritten > link; true`;

    expect((await inSandbox(attack)).said).not.toContain('CANARY-LINK');
    expect(readFileSync(target, 'utf8')).toBe('CANARY-LINK');
    expect((await withoutSandbox(attack)).said).toContain('CANARY-LINK');
    expect(readFileSync(target, 'utf8')).toBe('overwritten\n');
  });

  test('the git directory can be read and not changed', async () => {
    const gitDir = path.join(outside, 'git');
    mkdirSync(path.join(gitDir, 'hooks'), { recursive: true });
    writeFileSync(path.join(gitDir, 'config'), '[core]\n');
    const workspace = newWorkspace();
    const attack =
      'cat .git/config; (echo evil >> .git/config) 2>/dev/null; touch .git/hooks/pre-push; mv .git other; rm -rf .git; true';

    const attempt = await inSandbox(attack, { workspace, gitDir });
    expect(attempt.said).toContain('[core]');
    expect(readFileSync(path.join(gitDir, 'config'), 'utf8')).toBe('[core]\n');
    expect(existsSync(path.join(gitDir, 'hooks/pre-push'))).toBe(false);
    expect(existsSync(path.join(workspace, '.git'))).toBe(false);
  });
});

describeSandbox('gaining rights', () => {
  test('no nested user namespace, no mount, no root', async () => {
    const attack =
      'unshare -Ur id; unshare -n true && echo "GOT namespace"; mount -t tmpfs x /tmp && echo "GOT mount"; su -c id; id -u';

    const attempt = await inSandbox(attack);
    expect(attempt.said).not.toMatch(/uid=0|GOT/);
    expect(attempt.said.trim().split('\n').at(-1)).toBe('1000');
  });

  test('no tracing of other processes', async () => {
    const ptrace = process.arch === 'arm64' ? 117 : 101;
    const attack = `perl -e 'print syscall(${ptrace}, 0, 0, 0, 0) == 0 ? "TRACED" : "refused: $!"'`;

    expect((await inSandbox(attack)).said).toContain('refused: Operation not permitted');
    expect((await withoutSandbox(attack)).said).toContain('TRACED');
  });

  test('no new privileges, no capabilities', async () => {
    const attempt = await inSandbox('grep -E "^(NoNewPrivs|CapEff|CapBnd|Seccomp):" /proc/self/status');

    expect(attempt.said.replaceAll('\t', ' ').trim().split('\n')).toEqual([
      'CapEff: 0000000000000000',
      'CapBnd: 0000000000000000',
      'NoNewPrivs: 1',
      'Seccomp: 2',
    ]);
  });
});

describeSandbox('staying behind', () => {
  test('a daemon in its own session, deaf to signals, ends with the command', async () => {
    const daemon = 'setsid sh -c "trap : TERM HUP INT; while :; do echo tick; sleep 5711; done"';
    const attempt = await inSandbox(`( ( ${daemon} ) & ); sleep 0.2; echo main done`);

    expect(attempt).toMatchObject({ exitCode: 0, status: 'green' });
    expect(attempt.said).toContain('main done');
    expect(running('sleep', '5711')).toEqual([]);
  });

  test('when the bot is killed, its sandboxes end', async () => {
    const workspace = newWorkspace();
    const runner = fileURLToPath(new URL('../../../src/checks/run.ts', import.meta.url));
    const bot = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `const { runCheck } = await import(${JSON.stringify(runner)});
       await runCheck({ kind: 'lint', command: 'sleep 5721', timeoutMs: 60000 }, { type: 'sandbox', workspace: ${JSON.stringify(workspace)} });`,
    ]);
    await expect.poll(() => running('sleep', '5721').length, { timeout: 20_000 }).toBeGreaterThan(0);

    bot.kill('SIGKILL');

    await expect.poll(() => running('sleep', '5721'), { timeout: 20_000 }).toEqual([]);
  });
});
