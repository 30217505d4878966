/** Bombs. The kernel's cgroups stop them where the bot may make one, and the watchdog where not: both are tested. */
import { expect, test } from 'vitest';
import { defaultMaxOutputBytes } from '../../../src/checks/output.ts';
import { createCgroup } from '../../../src/checks/sandbox/cgroup.ts';
import { runSandboxed, type SandboxEnd } from '../../../src/checks/sandbox/run.ts';
import type { CheckSpec, SandboxLimits } from '../../../src/checks/types.ts';
import { describeSandbox, js, newWorkspace, withoutSandbox } from './world.ts';

const MiB = 1024 ** 2;

interface Bomb {
  limits?: Partial<SandboxLimits>;
  spec?: Partial<CheckSpec>;
}

const guards = [
  { guard: 'cgroup', makeCgroup: createCgroup },
  { guard: 'watchdog', makeCgroup: () => undefined },
] as const;

async function explode(
  command: string,
  { limits = {}, spec = {} }: Bomb,
  makeCgroup: typeof createCgroup = createCgroup,
): Promise<SandboxEnd & { said: string }> {
  const end = await runSandboxed(
    { kind: 'lint', command, timeoutMs: 30_000, ...spec },
    { type: 'sandbox', workspace: newWorkspace(), limits },
    { maxOutputBytes: spec.maxOutputBytes ?? defaultMaxOutputBytes, createCgroup: makeCgroup },
  );
  return { ...end, said: end.output.text() };
}

const eat = (megabytes: number) =>
  js(
    `const held = []; const timer = setInterval(() => { held.push(Buffer.alloc(20 << 20, 1)); if (held.length * 20 >= ${megabytes}) { console.log("ATE"); clearInterval(timer); } }, 20)`,
  );

describeSandbox('memory', () => {
  test.each(guards)('one process that takes too much is ended ($guard)', async ({ makeCgroup }) => {
    const end = await explode(eat(1200), { limits: { memoryBytes: 256 * MiB } }, makeCgroup);

    expect(end.stopped).toBe('memory');
    expect(end.said).not.toContain('ATE');
    expect(end.survivors).toBe(0);
  });

  test.each(guards)('several that take too much together are ended ($guard)', async ({ makeCgroup }) => {
    const one = js(
      'const held = Buffer.alloc(100 << 20, 1); setTimeout(() => console.log("ATE", held.length), 9000)',
    );
    const command = `for i in 1 2 3 4; do ${one} & done; wait`;

    const end = await explode(command, { limits: { memoryBytes: 300 * MiB } }, makeCgroup);

    expect(end.stopped).toBe('memory');
    expect(end.survivors).toBe(0);
  });

  test('within the limit it is left alone, and without a sandbox it is not stopped', async () => {
    expect((await explode(eat(100), { limits: { memoryBytes: 512 * MiB } })).said).toContain('ATE');
    expect((await withoutSandbox(eat(300))).said).toContain('ATE');
  });

  test('file systems in memory have a size', async () => {
    const command =
      'for d in /tmp /dev/shm "$HOME" /run /dev /var/tmp; do head -c 64M /dev/zero > "$d/bomb" 2>/dev/null && echo "FILLED $d"; rm -f "$d/bomb"; done; true';

    const end = await explode(command, { limits: { tmpBytes: 16 * MiB } });

    expect(end.exitCode).toBe(0);
    expect(end.said).not.toContain('FILLED');
  });

  test('memory that no process size shows is refused where only the watchdog counts', async () => {
    const memfdCreate = process.arch === 'arm64' ? 279 : 319;
    const command = `perl -e 'my $name = "bomb"; my $fd = syscall(${memfdCreate}, $name, 0); print $fd < 0 ? "refused" : "HIDDEN"'`;

    expect((await explode(command, {}, () => undefined)).said).toBe('refused');
    expect((await explode(command, {}, createCgroup)).said).toBe(createCgroupWorks() ? 'HIDDEN' : 'refused');
  });
});

function createCgroupWorks(): boolean {
  const limits = { memoryBytes: MiB, processes: 1, fileBytes: 1, workspaceBytes: 1, tmpBytes: 1 };
  const cgroup = createCgroup(limits);
  void cgroup?.remove();
  return cgroup !== undefined;
}

const spawnMany = js(
  'const { spawn } = require("child_process"); let spawned = 0, refused = 0; for (let i = 0; i < 150; i++) { try { const c = spawn("sleep", ["30"]); c.on("error", () => refused++); c.on("spawn", () => spawned++); } catch { refused++; } } setTimeout(() => { console.log(JSON.stringify({ spawned, refused })); process.exit(); }, 700)',
);

describeSandbox('processes', () => {
  test.each(guards)('a fork bomb is refused and nothing of it stays ($guard)', async ({ makeCgroup }) => {
    const end = await explode(spawnMany, { limits: { processes: 48 } }, makeCgroup);

    expect(end.stopped === 'processes' || /"refused":[1-9]/.test(end.said)).toBe(true);
    expect(end.survivors).toBe(0);
  });

  test('the shell fork bomb ends with the time limit at the latest', async () => {
    const end = await explode('bomb() { bomb | bomb & }; bomb; sleep 20', {
      limits: { processes: 64 },
      spec: { timeoutMs: 1500 },
    });

    expect(end.survivors).toBe(0);
    expect(end.exitCode === 0 && end.stopped === undefined).toBe(false);
  });

  test('without a sandbox all of them start', async () => {
    expect((await withoutSandbox(spawnMany)).said).toContain('"spawned":150');
  });
});

describeSandbox('disk', () => {
  test('one file cannot pass its limit', async () => {
    const command = 'head -c 64M /dev/zero > big; wc -c < big';

    const end = await explode(command, { limits: { fileBytes: 8 * MiB } });

    expect(Number(end.said.trim().split('\n').at(-1))).toBeLessThanOrEqual(8 * MiB);
    expect((await withoutSandbox(command)).said.trim()).toBe(String(64 * MiB));
  });

  test('many files that fill the disk together are stopped', async () => {
    const command = 'i=0; while :; do i=$((i+1)); head -c 4M /dev/urandom > "file-$i"; done';

    const end = await explode(command, { limits: { workspaceBytes: 64 * MiB } });

    expect(end.stopped).toBe('disk');
    expect(end.survivors).toBe(0);
  });
});

describeSandbox('output and time', () => {
  test('a flood of output is cut and the command ended', async () => {
    const end = await explode('yes flood', { spec: { maxOutputBytes: MiB } });

    expect(end.stopped).toBe('output');
    expect(end.said.length).toBeLessThanOrEqual(MiB);
    expect(end.survivors).toBe(0);
  });

  test('the time limit ends a tree that ignores SIGTERM and left its session', async () => {
    const deaf = js('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)');

    const end = await explode(`sleep 100 & (setsid sleep 100 &); ${deaf}`, { spec: { timeoutMs: 500 } });

    expect(end.stopped).toBe('timeout');
    expect(end.survivors).toBe(0);
  });

  test('a kill in the first milliseconds leaves nobody behind', async () => {
    for (let ms = 1; ms <= 25; ms += 4) {
      const end = await explode('sleep 30', { spec: { timeoutMs: ms } });
      expect(end).toMatchObject({ stopped: 'timeout', survivors: 0 });
    }
  });
});
