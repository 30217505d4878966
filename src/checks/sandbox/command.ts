/** The exact command line of the sandbox, as a pure function. Deny by default: what is not listed here is not there. */
import type { SandboxLimits, ToolFolder } from '../types.ts';

export const defaultLimits: SandboxLimits = {
  memoryBytes: 2 * 1024 ** 3,
  processes: 512,
  fileBytes: 2 * 1024 ** 3,
  workspaceBytes: 2 * 1024 ** 3,
  tmpBytes: 512 * 1024 ** 2,
};

/** Where things stand inside. */
export const inside = {
  workspace: '/workspace',
  home: '/home/job',
  ownFolder: '/opt/aiderbot',
  proxyFolder: '/run/aiderbot',
} as const;

/** File descriptors that bwrap reads before the command starts, or writes its process id to. */
export const descriptors = { seccomp: 3, info: 4, passwd: 5, group: 6, hosts: 7 } as const;

/** Small made-up files: programs look up their own user and `localhost`, and must not see the host's. */
export const syntheticFiles = {
  passwd: 'root:x:0:0:root:/root:/usr/sbin/nologin\njob:x:1000:1000:job:/home/job:/bin/sh\n',
  group: 'root:x:0:\njob:x:1000:\n',
  hosts: '127.0.0.1 localhost sandbox\n::1 localhost\n',
} as const;

/** What the host looks like, found once per run by `readHost`. */
export interface Host {
  /** Entries of the host's root that link into /usr on merged systems, or are folders of their own: bin, lib, … */
  rootFolders: readonly { name: string; link?: string }[];
  /** Files and folders of /etc that toolchains read and that hold no secrets; absolute. */
  etc: readonly string[];
  /** The user id to drop to, or undefined when the bot is not root. */
  dropTo?: number;
  /** The node that runs the bot, shown inside so that `node` is there and is the same. */
  node: string;
}

export interface View {
  workspace: string;
  cwd: string;
  gitDir?: string;
  home?: string;
  tools: readonly ToolFolder[];
  env: Readonly<Record<string, string>>;
  limits: SandboxLimits;
  /** Tasks that the user may have, `limits.processes` on top of what runs already under a shared user id. */
  taskLimit: number;
  /** Present in a setup phase with network: a folder with the proxy's socket, and the forwarder's source file. */
  proxy?: { socketFolder: string; forwarder: string };
}

/** The whole argv: drop the user id, set the limits, enter the namespaces, run the command. */
export function sandboxCommand(view: View, host: Host, command: string): string[] {
  return [
    ...(host.dropTo === undefined ? [] : dropUser(host.dropTo)),
    ...rlimits(view),
    'bwrap',
    ...namespaces,
    ...environment(view, host),
    ...systemView(host),
    ...memoryFolders(view),
    ...repositoryView(view, host),
    '--chdir',
    view.cwd,
    '--remount-ro',
    '/',
    '--seccomp',
    String(descriptors.seccomp),
    '--info-fd',
    String(descriptors.info),
    '--',
    ...innerCommand(view, command),
  ];
}

// RLIMIT_NPROC does not bind uid 0, and a sandbox made by root would map root's files.
function dropUser(uid: number): string[] {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--inh-caps=-all',
    '--no-new-privs',
    '--',
  ];
}

function rlimits({ limits, taskLimit }: View): string[] {
  return [
    'prlimit',
    `--nproc=${taskLimit}`,
    '--nofile=4096',
    `--fsize=${limits.fileBytes}`,
    '--core=0',
    '--',
  ];
}

const namespaces = [
  // --disable-userns asks for an explicit --unshare-user.
  '--unshare-user',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--disable-userns',
  '--die-with-parent',
  '--new-session',
  '--hostname',
  'sandbox',
  '--uid',
  '1000',
  '--gid',
  '1000',
  '--clearenv',
];

function environment(view: View, host: Host): string[] {
  const bins = view.tools.flatMap(({ source, target = source, bin = [] }) =>
    bin.map((folder) => (folder === '.' ? target : `${target}/${folder}`)),
  );
  const path = [...bins, ...(host.node ? [`${inside.ownFolder}/bin`] : []), ...standardPath].join(':');
  const env = { PATH: path, HOME: inside.home, USER: 'job', LANG: 'C.UTF-8', TMPDIR: '/tmp', ...view.env };
  return Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
}

const standardPath = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/go/bin'];

function systemView(host: Host): string[] {
  const roots = host.rootFolders.flatMap(({ name, link }) =>
    link === undefined ? ['--ro-bind', `/${name}`, `/${name}`] : ['--symlink', link, `/${name}`],
  );
  return [
    '--ro-bind',
    '/usr',
    '/usr',
    ...roots,
    ...host.etc.flatMap((file) => ['--ro-bind-try', file, file]),
    ...dataFile(descriptors.passwd, '/etc/passwd'),
    ...dataFile(descriptors.group, '/etc/group'),
    ...dataFile(descriptors.hosts, '/etc/hosts'),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
  ];
}

function dataFile(fd: number, target: string): string[] {
  return ['--perms', '0444', '--ro-bind-data', String(fd), target];
}

// Every tmpfs has a size and everything else is read-only: an unbounded one (bwrap's own /dev is) is a memory bomb.
function memoryFolders({ limits, home }: View): string[] {
  const size = String(limits.tmpBytes);
  const tmpfs = (target: string) => ['--size', size, '--tmpfs', target];
  return [
    ...tmpfs('/dev/shm'),
    '--remount-ro',
    '/dev',
    ...tmpfs('/tmp'),
    '--dir',
    '/run',
    '--symlink',
    '/tmp',
    '/var/tmp',
    ...(home === undefined ? tmpfs(inside.home) : ['--bind', home, inside.home]),
  ];
}

function repositoryView(view: View, host: Host): string[] {
  return [
    ...view.tools.flatMap(({ source, target = source }) => ['--ro-bind', source, target]),
    ...(host.node ? ['--ro-bind', host.node, `${inside.ownFolder}/bin/node`] : []),
    '--bind',
    view.workspace,
    inside.workspace,
    ...(view.gitDir === undefined ? [] : ['--ro-bind', view.gitDir, `${inside.workspace}/.git`]),
    ...(view.proxy === undefined
      ? []
      : [
          '--ro-bind',
          view.proxy.socketFolder,
          inside.proxyFolder,
          '--ro-bind',
          view.proxy.forwarder,
          forwarderInside,
        ]),
  ];
}

const forwarderInside = `${inside.ownFolder}/forwarder.mts`;

function innerCommand(view: View, command: string): string[] {
  const shell = ['/bin/sh', '-c', command];
  if (view.proxy === undefined) return shell;
  return [`${inside.ownFolder}/bin/node`, forwarderInside, `${inside.proxyFolder}/proxy.sock`, ...shell];
}
