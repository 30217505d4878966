/**
 * A model that is played from a script, behind real HTTP: OpenAI Chat Completions and Responses and Anthropic Messages,
 * streaming and not, with the faults that real vendors have. The official SDKs talk to it as they are.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createScriptPlayer } from '../../src/models/script/player.ts';
import { fullReply } from '../../src/models/script/reply.ts';
import { parseScript, readScript, type ScriptInput } from '../../src/models/script/schema.ts';
import { sendAnswer, sendFault } from './send.ts';
import { anthropic } from './wire/anthropic/wire.ts';
import { openaiChat } from './wire/openai-chat/wire.ts';
import { openaiResponses } from './wire/openai-responses/wire.ts';
import { BadRequest, type HttpError, type Wire, type WireName, type WireRequest } from './wire/wire.ts';

const WIRES: readonly Wire[] = [openaiChat, openaiResponses, anthropic];

/** Larger bodies are a mistake of the client; a million tokens of text have about 4 MB. */
const LARGEST_BODY = 32 * 1024 * 1024;

export interface ModelStandInOptions {
  /** A script, or the path of a JSON or YAML file. */
  script: ScriptInput | string;
  /** A free port of the loopback address where absent. */
  port?: number;
  /** Requests with another key get 401. */
  apiKey?: string;
}

/** A request as it came. `entry` is the script entry that answered, from 0; absent when none did. */
export interface RecordedRequest {
  wire: WireName;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  request?: WireRequest;
  entry?: number;
  /** The client went away before the answer was complete. */
  abandoned: boolean;
}

export interface ModelStandIn {
  /** `http://127.0.0.1:port`; the base URL for Anthropic. */
  url: string;
  /** The base URL for OpenAI and everything compatible. */
  openaiUrl: string;
  requests: readonly RecordedRequest[];
  /** Everything in which the session did not follow the script so far. */
  problems(): string[];
  /** Throws when an expected request did not come, or an unexpected one did. */
  assertFinished(): void;
  close(): Promise<void>;
}

/** Starts the server on the loopback address. Throws a `ScriptError` when the script is not valid. */
export async function startModel(options: ModelStandInOptions): Promise<ModelStandIn> {
  const script =
    typeof options.script === 'string' ? readScript(options.script) : parseScript(options.script);
  const session: Session = {
    player: createScriptPlayer(script),
    requests: [],
    broken: [],
    ...(options.apiKey !== undefined && { apiKey: options.apiKey }),
  };
  const server = createServer((request, response) => {
    handle(session, request, response).catch((error: unknown) => {
      session.broken.push(`SCRIPT: the model server failed: ${error instanceof Error ? error.stack : error}`);
      response.destroy();
    });
  });
  const port = await listen(server, options.port ?? 0);
  const url = `http://127.0.0.1:${port}`;
  const problems = () => [...session.broken, ...session.player.problems()];
  return {
    url,
    openaiUrl: `${url}/v1`,
    requests: session.requests,
    problems,
    assertFinished: () => {
      const found = problems();
      if (found.length > 0) throw new Error(found.join('\n'));
    },
    close: () => close(server),
  };
}

interface Session {
  player: ReturnType<typeof createScriptPlayer>;
  requests: RecordedRequest[];
  /** Requests that broke a vendor's rules, which is a mistake of our client. */
  broken: string[];
  apiKey?: string;
}

async function handle(session: Session, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const wire = WIRES.find((candidate) => candidate.path.test(path));
  if (request.method === 'GET' && path.endsWith('/v1/models')) return sendModels(session, response);
  if (!wire || request.method !== 'POST') {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `No such endpoint: ${request.method} ${path}` } }));
    return;
  }
  const refuse = (error: HttpError) => {
    response.writeHead(error.status, { 'content-type': 'application/json', ...error.headers });
    response.end(JSON.stringify(wire.errorBody(error)));
  };
  const body = await readJson(request);
  const record: RecordedRequest = { wire: wire.name, headers: request.headers, body, abandoned: false };
  response.on('close', () => {
    record.abandoned = !response.writableFinished;
  });
  session.requests.push(record);
  if (session.apiKey !== undefined && wire.key(request.headers) !== session.apiKey)
    return refuse(wire.error({ kind: 'auth', status: 401 }));
  try {
    record.request = wire.read(body);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    session.broken.push(
      `SCRIPT: request ${session.requests.length} breaks a rule of ${wire.name}: ${error.message}`,
    );
    return refuse(wire.error({ kind: 'bad_request', message: error.message }));
  }
  const picked = session.player.next(record.request);
  if (!picked.ok) return refuse(wire.error({ kind: 'bad_request', message: picked.message }));
  record.entry = picked.index;
  const serial = session.requests.length;
  const answer = {
    request: record.request,
    reply: fullReply(picked.entry, record.request.system + record.request.all, serial),
    serial,
  };
  const pace = {
    delayMs: picked.entry.delayMs ?? session.player.script.delayMs,
    tokensPerSecond: picked.entry.tokensPerSecond ?? session.player.script.tokensPerSecond,
  };
  if (picked.entry.fault) await sendFault({ wire, answer, response, pace, fault: picked.entry.fault });
  else await sendAnswer({ wire, answer, response, pace });
}

/** The list of models, in the shape that all three protocols share. */
function sendModels({ player }: Session, response: ServerResponse): void {
  const names = Object.values(player.script.models);
  const data = (names.length > 0 ? names : ['scripted']).map((id) => ({
    id,
    object: 'model',
    type: 'model',
  }));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data }));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > LARGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // Only a pipe has an address that is a text.
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  // Stalled streams would keep the server open for ever.
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
