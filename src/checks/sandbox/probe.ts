/** Whether the sandbox works here. A present program may still be refused by the kernel, so the real flags are run. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { logText, toLog } from '../output.ts';
import { createCgroup, sweepCgroups } from './cgroup.ts';
import { defaultLimits } from './command.ts';
import { runSandboxed } from './run.ts';
import { seccompFilter } from './seccomp.ts';

export type SandboxProbe =
  | {
      available: true;
      /** As bwrap prints it. */
      version: string;
      /** What limits memory and processes; `watchdog` where no cgroup can be made. */
      limits: 'cgroup v1' | 'cgroup v2' | 'watchdog';
    }
  | { available: false; reason: string; howToFix: string };

/**
 * Runs one harmless command with the flags of a real one and checks from inside that they hold: another user, the filter
 * active, no network interface but loopback. About 200 ms; to be called once at start.
 */
export async function probeSandbox(): Promise<SandboxProbe> {
  if (process.platform !== 'linux')
    return unavailable(
      `there is no sandbox for ${process.platform}`,
      'run the worker on Linux, e.g. in its image',
    );
  if (!seccompFilter(process.arch, { denyUnseenMemory: true }))
    return unavailable(`no system call filter for ${process.arch}`, 'use an x86-64 or arm64 machine');
  const version = await programVersion('bwrap');
  if (version === undefined)
    return unavailable('bubblewrap is not installed', 'install it, e.g. apt-get install bubblewrap');
  for (const program of ['setpriv', 'prlimit'])
    if ((await programVersion(program)) === undefined)
      return unavailable(
        `${program} is not installed`,
        'install util-linux, e.g. apt-get install util-linux',
      );

  const said = await runProbe();
  if ('failure' in said) return unavailable(said.failure, fixFor(said.failure));
  const hole = holeIn(said.output);
  if (hole !== undefined)
    return unavailable(hole, 'please report this: the sandbox started but does not isolate');
  return { available: true, version, limits: limitsInForce() };
}

function unavailable(reason: string, howToFix: string): SandboxProbe {
  return { available: false, reason, howToFix };
}

async function programVersion(program: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 5000 });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

const probeCommand =
  'id -u; grep "^Seccomp:" /proc/self/status; cat /proc/net/dev; touch probe && echo writable';

async function runProbe(): Promise<{ output: string } | { failure: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aiderbot-probe-'));
  chmodSync(folder, 0o755);
  try {
    const end = await runSandboxed(
      { kind: 'lint', command: probeCommand, timeoutMs: 10_000 },
      { type: 'sandbox', workspace: folder },
      { maxOutputBytes: 100_000 },
    );
    const output = logText(toLog(end.output.text()));
    if (end.spawnError !== undefined) return { failure: end.spawnError };
    if (end.stopped !== undefined) return { failure: `the probe was stopped: ${end.stopped}` };
    return end.exitCode === 0 ? { output } : { failure: output.trim() || `exit code ${end.exitCode}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function holeIn(output: string): string | undefined {
  const lines = output.split('\n');
  if (lines[0] !== '1000') return `commands run as user ${lines[0]}`;
  if (!/^Seccomp:\t2$/m.test(output)) return 'the system call filter is not active';
  const interfaces = lines.flatMap((line) => /^\s*(\S+):(?:\s+\d+){8}/.exec(line)?.[1] ?? []);
  const outside = interfaces.filter((name) => name !== 'lo');
  // Kernels with tunnel modules put inert devices into every new network namespace.
  const real = outside.filter(
    (name) => !/^(?:tunl|sit|ip6tnl|gre|gretap|erspan|ip_vti|ip6_vti|ip6gre)\d/.test(name),
  );
  return real.length > 0 ? `network interfaces are visible: ${real.join(', ')}` : undefined;
}

function limitsInForce(): 'cgroup v1' | 'cgroup v2' | 'watchdog' {
  sweepCgroups();
  const cgroup = createCgroup(defaultLimits);
  void cgroup?.remove();
  return cgroup ? `cgroup ${cgroup.version}` : 'watchdog';
}

/** What bwrap says, and what to do about it; from its source and from reports of people who met it. */
const fixes: readonly [RegExp, string][] = [
  [
    /No permissions to create (?:a )?new namespace|Creating new namespace failed.*(?:Operation not permitted|EPERM)/i,
    'the kernel or the container refuses user namespaces: set kernel.unprivileged_userns_clone=1, or give the container a seccomp profile that allows them',
  ],
  [
    /Creating new namespace failed/i,
    'no user namespaces are left: raise user.max_user_namespaces above 0 on the host',
  ],
  [
    /setting up uid map|uid_map/i,
    'AppArmor restricts user namespaces: allow bwrap with an AppArmor profile, or set kernel.apparmor_restrict_unprivileged_userns=0',
  ],
  [
    /make \/ slave|Failed to mount|Failed to make|pivot_root/i,
    'mounting is refused: the container needs an AppArmor profile that allows mount (for Docker: apparmor=unconfined)',
  ],
  [
    /mount proc|Can't mount proc/i,
    'the container masks parts of /proc: run it with unmasked system paths (for Docker: systempaths=unconfined)',
  ],
  [
    /cannot reach/i,
    'the folders above the data of the bot must let others pass (chmod o+x), or root must be allowed to mount',
  ],
];

function fixFor(failure: string): string {
  return (
    fixes.find(([pattern]) => pattern.test(failure))?.[1] ??
    'see the operations guide; or set SANDBOX=external when the whole worker is disposable'
  );
}
