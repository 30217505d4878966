/** Runs one command in the sandbox. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { installWithoutScripts, politeEnvironment } from '../environment.ts';
import { openPipe } from '../pipe.ts';
import { type Ended, notStarted, patience, supervise } from '../supervise.ts';
import type { CheckSpec, NetworkUse, SandboxPlace } from '../types.ts';
import { type Cgroup, createCgroup, joining } from './cgroup.ts';
import {
  defaultLimits,
  descriptors,
  type Host,
  inside,
  sandboxCommand,
  syntheticFiles,
  type View,
} from './command.ts';
import { inheritableDescriptors, readHost, tasksOf } from './host.ts';
import { endSandbox, type Inhabitants, parseInfo } from './namespace.ts';
import { giveTo } from './ownership.ts';
import { type SetupProxy, startProxy } from './proxy.ts';
import { seccompFilter } from './seccomp.ts';
import { type Staging, stage } from './staging.ts';
import { watch } from './watchdog.ts';

/** Bytes that go in and come out of a command of the harness itself; what the command says on stderr is its output then. */
export interface Streams {
  input?: Readable;
  /** Ended when the command is; an error of it (no room, too much) ends the command. */
  output?: Writable;
}

export interface SandboxOptions {
  maxOutputBytes: number;
  streams?: Streams;
  /** Replaced in tests, which have no public hosts. */
  startProxy?: typeof startProxy;
  createCgroup?: typeof createCgroup;
}

export type SandboxEnd = Ended & { network?: NetworkUse; survivors: number };

/** All processes of the command are gone when this resolves; `survivors` says how many the kernel would not end. */
export async function runSandboxed(
  spec: CheckSpec,
  place: SandboxPlace,
  options: SandboxOptions,
): Promise<SandboxEnd> {
  const host = readHost(place.workspace);
  const refusal = await prepare(place, host);
  if (refusal !== undefined) return { ...notStarted(refusal), survivors: 0 };

  const limits = { ...defaultLimits, ...place.limits };
  const madeGit = place.gitDir !== undefined && !existsSync(path.join(place.workspace, '.git'));
  const cgroup = (options.createCgroup ?? createCgroup)(limits);
  let proxy: SetupProxy | undefined;
  let staging: Staging | undefined;
  try {
    const filter = seccompFilter(process.arch, { denyUnseenMemory: cgroup === undefined });
    if (!filter) return { ...notStarted(`no system call filter for ${process.arch}`), survivors: 0 };
    if (wantsNetwork(spec, place)) proxy = await (options.startProxy ?? startProxy)(place.setupHosts ?? []);
    staging = stage(host.dropTo === undefined ? [] : sourcesOf(place, host, proxy));
    const view = viewOf(spec, place, { limits, proxy, staging });
    const seen = { ...host, node: staging.at(host.node) };
    const argv = joining(cgroup, staging.wrap(sandboxCommand(view, seen, spec.command)));
    const end = await superviseSandbox(argv, filter, spec, { place, view, cgroup, options });
    return { ...end, ...(proxy ? { network: proxy.use() } : {}) };
  } finally {
    await proxy?.close();
    await cgroup?.remove();
    staging?.remove();
    if (madeGit) removeMountPoint(path.join(place.workspace, '.git'));
  }
}

/** Everything of the host that the sandbox shows besides the system itself. */
function sourcesOf(place: SandboxPlace, host: Host, proxy: SetupProxy | undefined): string[] {
  return [
    place.workspace,
    host.node,
    ...(place.home === undefined ? [] : [place.home]),
    ...(place.gitDir === undefined ? [] : [place.gitDir]),
    ...(place.tools ?? []).map((tool) => tool.source),
    ...(proxy ? [proxy.folder, forwarder] : []),
  ];
}

async function prepare(place: SandboxPlace, host: Host): Promise<string | undefined> {
  // PR_SET_PDEATHSIG follows the thread that forked: a worker thread that ends would take the sandbox with it.
  if (!isMainThread) return 'a sandbox can only be started from the main thread';
  if (!existsSync(place.workspace)) return `the workspace ${place.workspace} does not exist`;
  if (host.dropTo === undefined) return undefined;
  const owned = [place.workspace, ...(place.home === undefined ? [] : [place.home])];
  await giveTo(host.dropTo, owned);
  return undefined;
}

function wantsNetwork(spec: CheckSpec, place: SandboxPlace): boolean {
  return spec.kind === 'setup' && (place.setupHosts?.length ?? 0) > 0;
}

function viewOf(
  spec: CheckSpec,
  place: SandboxPlace,
  { limits, proxy, staging }: { limits: View['limits']; proxy: SetupProxy | undefined; staging: Staging },
): View {
  const uid = process.getuid?.() ?? 0;
  const env = {
    ...politeEnvironment,
    ...(spec.kind === 'setup' ? installWithoutScripts : {}),
    ...(proxy ? proxyEnvironment : {}),
    ...place.env,
  };
  return {
    workspace: staging.at(place.workspace),
    cwd: path.posix.join(inside.workspace, place.cwd ?? ''),
    gitDir: place.gitDir && staging.at(place.gitDir),
    home: place.home && staging.at(place.home),
    tools: (place.tools ?? []).map((tool) => ({
      ...tool,
      source: staging.at(tool.source),
      target: tool.target ?? tool.source,
    })),
    env,
    limits,
    // Root drops to a user of the workspace's own; everybody else shares the count with the bot itself.
    taskLimit: limits.processes + (uid === 0 ? 0 : tasksOf(uid)),
    ...(proxy ? { proxy: { socketFolder: staging.at(proxy.folder), forwarder: staging.at(forwarder) } } : {}),
  };
}

const forwarder = fileURLToPath(new URL('./forwarder.mts', import.meta.url));
const proxyUrl = 'http://127.0.0.1:3128';
const proxyEnvironment = {
  http_proxy: proxyUrl,
  https_proxy: proxyUrl,
  HTTP_PROXY: proxyUrl,
  HTTPS_PROXY: proxyUrl,
  no_proxy: 'localhost,127.0.0.1',
  NO_PROXY: 'localhost,127.0.0.1',
};

interface Parts {
  place: SandboxPlace;
  view: View;
  cgroup: Cgroup | undefined;
  options: SandboxOptions;
}

async function superviseSandbox(
  argv: string[],
  filter: Uint8Array,
  spec: CheckSpec,
  { place, view, cgroup, options }: Parts,
): Promise<Ended & { survivors: number }> {
  const [program = '', ...args] = argv;
  const pipe = await openPipe();
  const { streams = {} } = options;
  const child = spawn(program, args, {
    cwd: '/',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: [...sandboxStdio(pipe.writeFd, streams), ...covers(pipe.writeFd)],
  });
  pipe.closeWriter();
  feed(child, descriptors.seccomp, filter);
  feed(child, descriptors.passwd, syntheticFiles.passwd);
  feed(child, descriptors.group, syntheticFiles.group);
  feed(child, descriptors.hosts, syntheticFiles.hosts);

  let known: Inhabitants | undefined;
  const info = readInfo(child);
  void info.then((inhabitants) => {
    known = inhabitants;
  });
  let survivors = 0;
  const { ended, stop } = supervise(child, {
    timeoutMs: spec.timeoutMs,
    maxOutputBytes: options.maxOutputBytes,
    signal: spec.signal,
    onOutput: spec.onOutput,
    reader: pipe.reader,
    killAll: async () => {
      // A process that was waited for has given its number back.
      const running = child.exitCode === null && child.signalCode === null;
      survivors = await endSandbox(running ? child.pid : undefined, info);
    },
  });
  const flowed = flow(child, streams, () => stop('output'));
  const unwatch = await watch({
    workspace: place.workspace,
    limits: view.limits,
    cgroup,
    inhabitants: () => known,
    stop,
  });
  const end = await ended;
  unwatch();
  // All that could write to it have ended; one that the kernel would not end must not hold us up.
  await Promise.race([flowed, patience(FLOW_MS)]);
  child.stdout?.destroy();
  return { ...end, ...limitHit(end, cgroup), ...failedToStart(end, known), survivors };
}

/** How long the last bytes may take from the socket to the disk. */
const FLOW_MS = 60_000;

async function flow(child: ChildProcess, { input, output }: Streams, onError: () => void): Promise<void> {
  // A command that ends before it has read everything tells so by its exit code.
  if (input && child.stdin) pipeline(input, child.stdin).catch(() => undefined);
  if (output && child.stdout) await pipeline(child.stdout, output).catch(onError);
}

/** stdin, stdout, stderr, then one pipe for each of `descriptors`. */
function sandboxStdio(said: number, { input, output }: Streams): ('ignore' | 'pipe' | number)[] {
  return [
    input ? 'pipe' : 'ignore',
    output ? 'pipe' : said,
    said,
    ...Object.values(descriptors).map(() => 'pipe' as const),
  ];
}

/**
 * A descriptor that the bot itself inherited (from a supervisor, a shell) would be inherited by the sandbox as well. `spawn`
 * cannot close one for the child, but it can put another, harmless one in its place.
 */
function covers(harmless: number): ('ignore' | number)[] {
  const first = 3 + Object.keys(descriptors).length;
  const leaking = new Set(inheritableDescriptors());
  const highest = Math.max(0, ...leaking);
  return Array.from({ length: Math.max(0, highest - first + 1) }, (_, i) =>
    leaking.has(first + i) ? harmless : 'ignore',
  );
}

/** The kernel ends or refuses silently; without this a memory limit would read as a failing test. */
function limitHit(end: Ended, cgroup: Cgroup | undefined): Pick<Ended, 'stopped'> {
  if (end.stopped !== undefined || !cgroup) return {};
  if (cgroup.memoryKills() > 0) return { stopped: 'memory' };
  if (end.exitCode !== 0 && cgroup.refusedForks() > 0) return { stopped: 'processes' };
  return {};
}

/** bwrap reports its child before it starts the command; an end without that report is its own failure. */
function failedToStart(end: Ended, known: Inhabitants | undefined): Pick<Ended, 'spawnError'> {
  if (known || end.stopped !== undefined || end.spawnError !== undefined || end.exitCode === 0) return {};
  const said = end.output.text().trim().split('\n')[0] ?? '';
  return { spawnError: `the sandbox did not start: ${said || `exit code ${end.exitCode}`}` };
}

function feed(child: ChildProcess, fd: number, data: Uint8Array | string): void {
  const stream = child.stdio[fd];
  if (!(stream instanceof Writable)) return;
  // A bwrap that ended early closes its side: its exit code tells the story.
  stream.on('error', () => {});
  stream.end(data);
}

function readInfo(child: ChildProcess): Promise<Inhabitants | undefined> {
  return new Promise((resolve) => {
    const stream = child.stdio[descriptors.info];
    let text = '';
    const done = () => resolve(parseInfo(text));
    stream?.on('data', (chunk: Uint8Array) => {
      text += Buffer.from(chunk).toString('latin1');
      if (text.includes('}')) done();
    });
    stream?.on('close', done);
    stream?.on('error', done);
    child.once('error', done);
  });
}

function removeMountPoint(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty or gone: then it is not the empty folder that the mount made.
  }
}
