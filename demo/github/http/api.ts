/** One API request from bytes to answer: who, may they, is it well-formed, do it, is our answer well-formed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedPermissions, authenticate, authorise } from '../auth/access.ts';
import type { TokenBook } from '../auth/tokens.ts';
import type { Faults } from '../faults.ts';
import type { Hooks } from '../hooks/emit.ts';
import { findRenamed, findRepo, fullName } from '../lookup.ts';
import { answerProblem, requestProblem } from '../schema/openapi.ts';
import type { Violation } from '../schema/violations.ts';
import type { Exchange } from '../transcript.ts';
import type { World } from '../world.ts';
import { type Answer, ApiError, notFound } from './answers.ts';
import type { Actor, Route } from './call.ts';
import type { createContentLimit } from './content-limit.ts';
import { encode, etagOf, readBody, send } from './exchange.ts';
import type { RateLimits } from './rate-limit.ts';
import { createRouter, type Match } from './router.ts';
import { underFault } from './under-fault.ts';

export interface Api {
  world: World;
  hooks: Hooks;
  tokens: TokenBook;
  limits: RateLimits;
  faults: Faults;
  violations: Violation[];
  transcript: Exchange[];
  clock: () => number;
  /** Absent: as much content as anybody likes. */
  contentLimit: ReturnType<typeof createContentLimit> | undefined;
}

interface Incoming {
  method: string;
  path: string;
  url: URL;
  actor: Actor;
  body: unknown;
  accept: string;
}

/** Handles requests below the API root. `path` has the root removed and is still encoded. */
export function createApi(api: Api, routes: readonly Route[]) {
  const match = createRouter(routes);
  let serial = 0;

  return async function handle(request: IncomingMessage, response: ServerResponse, path: string, url: URL) {
    const raw = await readBody(request);
    const method = request.method ?? 'GET';
    serial += 1;
    const exchange: Exchange = {
      at: api.world.now(),
      requestId: `57A1:${serial.toString(16).toUpperCase().padStart(4, '0')}`,
      kind: 'api',
      method,
      path,
      query: url.search.slice(1),
      authorization: request.headers.authorization,
      userAgent: request.headers['user-agent'],
      requestBody: undefined,
      status: 0,
      responseBody: undefined,
      fault: undefined,
    };
    api.transcript.push(exchange);
    const fault = api.faults.next(method, path, raw.toString());
    exchange.fault = fault?.kind;
    const headers = baseHeaders(exchange.requestId);
    const answer = await underFault(fault, async () => {
      const body = readJson(raw);
      exchange.requestBody = body;
      const accept = request.headers.accept ?? '';
      return answerTo(headers, { method, path, url, body, accept }, request.headers.authorization);
    });
    if (answer === 'cut') return void request.socket.destroy();
    exchange.status = answer.status;
    exchange.responseBody = Buffer.isBuffer(answer.body) ? answer.body.toString() : answer.body;
    respond(request, response, headers, answer);
  };

  async function answerTo(
    headers: Record<string, string>,
    incoming: Omit<Incoming, 'actor'>,
    authorization: string | undefined,
  ): Promise<Answer> {
    try {
      const actor = authenticate(api.world, api.tokens, authorization, api.clock());
      const rate = api.limits.take(actor);
      Object.assign(headers, {
        'x-ratelimit-limit': String(rate.limit),
        'x-ratelimit-remaining': String(rate.remaining),
        'x-ratelimit-used': String(rate.used),
        'x-ratelimit-reset': String(rate.reset),
        'x-ratelimit-resource': 'core',
      });
      if (rate.exceeded && incoming.path !== '/rate_limit')
        throw new ApiError(403, `API rate limit exceeded for ${actor.kind}.`);
      api.contentLimit?.(actor, incoming.method, incoming.path);
      return await route(headers, { ...incoming, actor });
    } catch (error) {
      if (error instanceof ApiError) return error.answer();
      const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      api.violations.push({ where: 'answer', operation: `${incoming.method} ${incoming.path}`, problem });
      return new ApiError(500, `The stand-in failed: ${problem}`).answer();
    }
  }

  async function route(headers: Record<string, string>, incoming: Incoming): Promise<Answer> {
    const { method, url, body } = incoming;
    const path = byName(incoming.path);
    const found = match(method, path);
    if (!found) {
      const operation = `${method} ${path}`;
      const problem = 'the stand-in has no such endpoint';
      api.violations.push({ where: 'request', operation, problem });
      throw notFound();
    }
    const moved = movedTo(found, incoming);
    if (moved) return moved;
    const { access } = found.route;
    if (typeof access === 'object')
      headers['x-accepted-github-permissions'] = acceptedPermissions(access.needs);
    authorise(incoming.actor, found.route, repoNamed(found));
    const operation = `${method} ${found.route.path}`;
    const wrong = requestProblem({
      method,
      path: found.route.path,
      params: found.params,
      query: url.searchParams,
      body,
    });
    if (wrong !== undefined) {
      api.violations.push({ where: 'request', operation, problem: wrong });
      throw new ApiError(422, `Invalid request.\n\nNot as GitHub publishes ${operation}: ${wrong}`);
    }
    const answer = await perform(found, incoming);
    return checked(found.route, answer);
  }

  async function perform({ route: { handle }, params }: Match, incoming: Incoming): Promise<Answer> {
    const { actor, method, body, accept, url } = incoming;
    const call = { world: api.world, hooks: api.hooks, actor, method, params, body, accept };
    try {
      return await handle({
        ...call,
        query: url.searchParams,
        url: `${api.world.urls.apiUrl}${incoming.path}`,
      });
    } catch (error) {
      // Refusals are answers of ours too and are checked like the others.
      if (error instanceof ApiError) return error.answer();
      throw error;
    }
  }

  /** `/repositories/{id}/…` is the form of every repository path that survives a rename. */
  function byName(path: string): string {
    const [, id, rest] = /^\/repositories\/(\d+)(\/.+)$/.exec(path) ?? [];
    const repo = api.world.repos.get(Number(id));
    return repo && rest !== undefined ? `/repos/${fullName(repo)}${rest}` : path;
  }

  /** A former name redirects to the form with the id: 301 to read, 307 to repeat a write as it is. */
  function movedTo({ params }: Match, { method, path, url }: Incoming): Answer | undefined {
    const { owner, repo: name } = params;
    if (owner === undefined || name === undefined || findRepo(api.world, owner, name)) return undefined;
    const repo = findRenamed(api.world, owner, name);
    if (!repo) return undefined;
    const rest = path.split('/').slice(4).join('/');
    const location = `${api.world.urls.apiUrl}/repositories/${repo.id}${rest === '' ? '' : `/${rest}`}${url.search}`;
    const body = {
      message: 'Moved Permanently',
      url: location,
      documentation_url: 'https://docs.github.com/rest',
    };
    return { status: method === 'GET' ? 301 : 307, body, headers: { location } };
  }

  function repoNamed({ params }: Match) {
    if (params.repository_id !== undefined) return api.world.repos.get(Number(params.repository_id));
    return params.repo === undefined ? undefined : findRepo(api.world, params.owner ?? '', params.repo);
  }

  function checked(route: Route, answer: Answer): Answer {
    if (answer.type !== undefined || answer.status === 302 || answer.status === 204) return answer;
    const wire: unknown = JSON.parse(JSON.stringify(answer.body ?? null));
    const problem = answerProblem(route.method, route.path, answer.status, wire);
    if (problem === undefined) return answer;
    const operation = `${route.method} ${route.path} → ${answer.status}`;
    api.violations.push({ where: 'answer', operation, problem });
    return new ApiError(
      500,
      `The stand-in's answer is not as GitHub publishes ${operation}: ${problem}`,
    ).answer();
  }
}

function readJson(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  try {
    return JSON.parse(raw.toString());
  } catch {
    return raw.toString();
  }
}

function baseHeaders(requestId: string): Record<string, string> {
  return {
    server: 'github-standin',
    'x-github-request-id': requestId,
    'x-github-media-type': 'github.v3; format=json',
    'x-github-api-version-selected': '2022-11-28',
  };
}

/** Weak ETag on every successful GET; `If-None-Match` gives 304 without a body. */
function respond(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  answer: Answer,
): void {
  const { bytes, type } = encode(answer);
  const all = { ...headers, ...(type !== undefined && { 'content-type': type }), ...answer.headers };
  const etag = etagOf(bytes);
  if (request.method !== 'GET' || answer.status !== 200) send(response, answer.status, all, bytes);
  else if (request.headers['if-none-match'] === etag) send(response, 304, { ...all, etag }, Buffer.alloc(0));
  else send(response, 200, { ...all, etag, 'cache-control': 'private, max-age=60, s-maxage=60' }, bytes);
}
