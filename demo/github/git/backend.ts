/** Smart HTTP for one repository through git's own `http-backend` (CGI, RFC 3875). */
import { spawn } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { gitEnvironment } from './git.ts';

export interface CgiRequest {
  method: string;
  /** What follows `/{owner}/{repo}.git`, with the leading slash. */
  pathInfo: string;
  query: string;
  dir: string;
  body: Buffer;
  headers: IncomingHttpHeaders;
  user: string | undefined;
  env?: Record<string, string>;
}

export interface CgiAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Runs the backend. `REMOTE_USER` is set for a known user, which is what allows receive-pack. */
export function runBackend(request: CgiRequest): Promise<CgiAnswer> {
  const text = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const optional = {
    REMOTE_USER: request.user,
    CONTENT_TYPE: text('content-type'),
    HTTP_CONTENT_ENCODING: text('content-encoding'),
    GIT_PROTOCOL: text('git-protocol'),
  };
  const given = Object.entries(optional).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const env = {
    ...gitEnvironment(),
    GIT_PROJECT_ROOT: request.dir,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: request.pathInfo,
    QUERY_STRING: request.query,
    REQUEST_METHOD: request.method,
    REMOTE_ADDR: '127.0.0.1',
    CONTENT_LENGTH: String(request.body.length),
    ...Object.fromEntries(given),
    ...request.env,
  };
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const out: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', () => resolve(readCgi(Buffer.concat(out))));
    child.stdin.end(request.body);
  });
}

function readCgi(out: Buffer): CgiAnswer {
  const cut = out.indexOf('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of out.toString('latin1', 0, Math.max(0, cut)).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const status = Number.parseInt(headers.status ?? '200', 10);
  delete headers.status;
  if (cut < 0) return { status: 500, headers: {}, body: Buffer.from('git http-backend gave no answer') };
  return { status, headers, body: out.subarray(cut + 4) };
}
