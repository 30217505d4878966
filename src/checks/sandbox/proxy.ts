/** The only way out of a setup phase: an HTTP proxy on a unix socket that connects to the operator's hosts and no others. */
import { lookup } from 'node:dns/promises';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { BlockList, connect, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { NetworkUse } from '../types.ts';

export interface SetupProxy {
  /** Holds `proxy.sock`; bound into the sandbox. */
  folder: string;
  use(): NetworkUse;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** All addresses of a name. */
  resolve?: (name: string) => Promise<readonly string[]>;
  isPublic?: (address: string) => boolean;
}

const maxConnections = 128;
const idleMs = 60_000;
const defaultPorts = [80, 443];

/** Hosts are `name` (ports 80 and 443) or `name:port`; exact names, no patterns: a wildcard is how data gets out. */
export async function startProxy(hosts: readonly string[], options: ProxyOptions = {}): Promise<SetupProxy> {
  const { resolve = resolveName, isPublic = isPublicAddress } = options;
  const allowed = new Set(hosts.flatMap(endpoints));
  const seen = { allowed: new Set<string>(), denied: new Set<string>() };

  /** The address to connect to, or undefined when the name is not allowed or leads into a private network. */
  const admit = async (endpoint: string): Promise<string | undefined> => {
    const { name } = splitEndpoint(endpoint);
    const address = allowed.has(endpoint) ? await publicAddress(name, resolve, isPublic) : undefined;
    remember(address === undefined ? seen.denied : seen.allowed, endpoint);
    return address;
  };

  const server = createServer((incoming, answer) => void forward(incoming, answer, admit));
  server.on('connect', (incoming, client, head) => void tunnel(incoming, client, head, admit));
  server.on('clientError', (_error, socket) => socket.destroy());
  server.maxConnections = maxConnections;
  server.setTimeout(idleMs);

  const folder = mkdtempSync(path.join(tmpdir(), 'aiderbot-proxy-'));
  chmodSync(folder, 0o755);
  const socket = path.join(folder, 'proxy.sock');
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(socket, done);
  });
  // The sandbox runs as another user; who can reach this folder on the host can reach the same hosts anyway.
  chmodSync(socket, 0o666);
  return {
    folder,
    use: () => ({ allowed: [...seen.allowed].sort(), denied: [...seen.denied].sort() }),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Admit = (endpoint: string) => Promise<string | undefined>;

async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer, admit: Admit): Promise<void> {
  client.on('error', () => client.destroy());
  const endpoint = normalise(incoming.url ?? '', 443);
  const address = endpoint === undefined ? undefined : await admit(endpoint);
  if (endpoint === undefined || address === undefined) {
    client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  const upstream = connect(splitEndpoint(endpoint).port, address, () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.write(head);
    upstream.pipe(client).pipe(upstream);
  });
  upstream.setTimeout(idleMs, () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
}

async function forward(incoming: IncomingMessage, answer: ServerResponse, admit: Admit): Promise<void> {
  const url = URL.parse(incoming.url ?? '');
  const endpoint = url?.protocol === 'http:' ? normalise(url.host, 80) : undefined;
  const address = endpoint === undefined ? undefined : await admit(endpoint);
  if (url === null || endpoint === undefined || address === undefined) {
    answer.writeHead(403).end('this host is not on the allow list of the sandbox\n');
    return;
  }
  const upstream = request(
    {
      host: address,
      port: splitEndpoint(endpoint).port,
      method: incoming.method,
      path: url.pathname + url.search,
      // The name that was admitted, whatever the client's own header says.
      headers: { ...incoming.headers, host: url.host },
      timeout: idleMs,
    },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  upstream.on('timeout', () => upstream.destroy());
  upstream.on('error', () => {
    if (!answer.headersSent) answer.writeHead(502);
    answer.end();
  });
  incoming.pipe(upstream);
}

/** `name:port` in lower case, or undefined for what is none. Addresses are refused: an allow list speaks of names. */
function normalise(authority: string, defaultPort: number): string | undefined {
  const match = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)\.?(?::(\d{1,5}))?$/i.exec(authority);
  const name = match?.[1]?.toLowerCase();
  if (!name || isIP(name) !== 0) return undefined;
  return `${name}:${match?.[2] ?? defaultPort}`;
}

function endpoints(host: string): string[] {
  const withPort = /:\d+$/.test(host);
  return (withPort ? [host] : defaultPorts.map((port) => `${host}:${port}`)).flatMap(
    (text) => normalise(text, 443) ?? [],
  );
}

function splitEndpoint(endpoint: string): { name: string; port: number } {
  const colon = endpoint.lastIndexOf(':');
  return { name: endpoint.slice(0, colon), port: Number(endpoint.slice(colon + 1)) };
}

function remember(set: Set<string>, endpoint: string): void {
  if (set.size < 100) set.add(endpoint);
}

async function resolveName(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** One private address among a name's addresses refuses the name: it is how a rebinding attack looks. */
async function publicAddress(
  name: string,
  resolve: (name: string) => Promise<readonly string[]>,
  isPublic: (address: string) => boolean,
): Promise<string | undefined> {
  try {
    const addresses = await resolve(name);
    return addresses.every(isPublic) ? addresses[0] : undefined;
  } catch {
    return undefined;
  }
}

const notPublic = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits, 'ipv4');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001:db8::', 32],
  // Addresses that carry a v4 address inside: 6to4 and Teredo.
  ['2002::', 16],
  ['2001::', 32],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6');

/** False for loopback, private, link-local (cloud metadata), carrier, test, multicast and mapped addresses. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  if (family === 6) return globalV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
  return false;
}
