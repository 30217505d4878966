/** `/{owner}/{repo}.git/…`: smart HTTP with the access rules and the refusals of GitHub. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { refMoved } from '../acts/pushes.ts';
import type { Scene } from '../acts/scene.ts';
import { authenticate, mayRead, reaches, satisfies } from '../auth/access.ts';
import type { TokenBook } from '../auth/tokens.ts';
import type { Faults, PushFault } from '../faults.ts';
import { type Answer, ApiError } from '../http/answers.ts';
import type { Actor } from '../http/call.ts';
import { encode, readBody, send } from '../http/exchange.ts';
import { underFault } from '../http/under-fault.ts';
import { atLeast, findRenamed, findRepo, fullName, roleOf } from '../lookup.ts';
import type { Exchange } from '../transcript.ts';
import type { Account, Repo } from '../world.ts';
import { runBackend } from './backend.ts';
import { type PushCommand, readPushCommands, rewriteRefusals } from './pktline.ts';
import { listRefs, zeros } from './refs.ts';
import { type Refusal, refusalOf, rulesetRefusal, workflowRefusal } from './refusals.ts';

export interface GitDoor extends Scene {
  tokens: TokenBook;
  faults: Faults;
  transcript: Exchange[];
  clock: () => number;
}

const route = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export function isGitPath(pathname: string): boolean {
  return route.test(pathname);
}

/** Serves one git request: advertisement, fetch or push. */
export async function serveGit(door: GitDoor, request: IncomingMessage, response: ServerResponse, url: URL) {
  const body = await readBody(request);
  const method = request.method ?? 'GET';
  const { authorization, 'user-agent': userAgent } = request.headers;
  const fault = door.faults.next(method, url.pathname);
  const exchange: Exchange = {
    at: door.world.now(),
    requestId: '',
    kind: 'git',
    method,
    path: url.pathname,
    query: url.search.slice(1),
    authorization,
    userAgent,
    requestBody: undefined,
    status: 0,
    responseBody: undefined,
    fault: fault?.kind,
  };
  door.transcript.push(exchange);
  const answer = await underFault(fault, async () => {
    try {
      return await answerGit(door, { method, headers: request.headers, body, url });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, headers: error.headers, type: 'text/plain', body: error.message };
    }
  });
  if (answer === 'cut') return void request.socket.destroy();
  exchange.status = answer.status;
  const { bytes, type } = encode(answer);
  const headers = { ...answer.headers, ...(type !== undefined && { 'content-type': type }) };
  send(response, answer.status, headers, bytes);
}

interface GitRequest extends Pick<Cgi, 'method' | 'headers' | 'body'> {
  url: URL;
}

async function answerGit(door: GitDoor, { method, headers, body, url }: GitRequest): Promise<Answer> {
  const [, owner = '', name = '', service = ''] = route.exec(url.pathname) ?? [];
  const pushes = service === 'git-receive-pack' || url.searchParams.get('service') === 'git-receive-pack';
  const repo = findRepo(door.world, owner, name);
  const renamed = repo ? undefined : findRenamed(door.world, owner, name);
  if (renamed)
    throw new ApiError(301, 'Moved', undefined, {
      location: `${door.world.urls.webUrl}/${fullName(renamed)}.git/${service}${url.search}`,
    });
  const actor = authenticateGit(door, headers.authorization);
  const user = authoriseGit(actor, door, repo, pushes);
  if (!repo) throw new ApiError(404, 'Repository not found.');
  const query = url.search.slice(1);
  const cgi = { method, pathInfo: `/${service}`, query, dir: repo.dir, body, headers, user: user?.login };
  const push = user !== undefined && service === 'git-receive-pack';
  return push ? pushInTurn(door, repo, user, actor, cgi) : runBackend(cgi);
}

const unauthorised = () =>
  new ApiError(401, 'Repository not found.', undefined, { 'www-authenticate': 'Basic realm="GitHub"' });

function authenticateGit(door: GitDoor, header: string | undefined): Actor {
  try {
    return authenticate(door.world, door.tokens, header, door.clock());
  } catch {
    throw new ApiError(
      401,
      'Invalid username or token. Password authentication is not supported for Git operations.',
      undefined,
      {
        'www-authenticate': 'Basic realm="GitHub"',
      },
    );
  }
}

/** Who is writing or reading; undefined for an anonymous reader. Throws 401, 403 or 404 as GitHub does. */
function authoriseGit(
  actor: Actor,
  door: GitDoor,
  repo: Repo | undefined,
  pushes: boolean,
): Account | undefined {
  if (actor.kind === 'anonymous') {
    // Git asks for credentials only after a 401, so unknown and private repositories answer that.
    if (pushes || !repo || repo.private) throw unauthorised();
    return undefined;
  }
  if (actor.kind === 'app') throw unauthorised();
  if (actor.kind === 'installation' && actor.installation.suspendedAt !== null)
    throw new ApiError(403, 'This installation has been suspended');
  if (!repo || !mayRead(actor, repo)) throw new ApiError(404, 'Repository not found.');
  const user = actor.kind === 'user' ? actor.user : door.world.app.bot;
  const allowed =
    actor.kind === 'user'
      ? !pushes || atLeast(roleOf(repo, user.login), 'write')
      : (!pushes && !repo.private) ||
        (reaches(actor, repo) && satisfies(actor.permissions, [{ contents: pushes ? 'write' : 'read' }]));
  if (!allowed)
    throw new ApiError(
      403,
      pushes
        ? `Permission to ${fullName(repo)}.git denied to ${user.login}.`
        : 'Write access to repository not granted.',
    );
  if (pushes && repo.archived) throw new ApiError(403, 'This repository was archived so it is read-only.');
  return user;
}

type Cgi = Parameters<typeof runBackend>[0];

const pushing = new WeakMap<Repo, Promise<unknown>>();

/** One push after the other: what moved is found by comparing the refs before and after. */
function pushInTurn(...args: Parameters<typeof pushNow>): ReturnType<typeof pushNow> {
  const [, repo] = args;
  const result = (pushing.get(repo) ?? Promise.resolve()).then(() => pushNow(...args));
  pushing.set(
    repo,
    result.catch(() => undefined),
  );
  return result;
}

/** Runs receive-pack with our hook in place, then lets the world know what moved. */
async function pushNow(door: GitDoor, repo: Repo, pusher: Account, actor: Actor, cgi: Cgi) {
  const gzip = cgi.headers['content-encoding'] === 'gzip';
  const commands = readPushCommands(gzip ? gunzipSync(cgi.body) : cgi.body);
  const refusals = refusalsOf(door, repo, commands);
  const scratch = await mkdtemp(path.join(tmpdir(), 'standin-push-'));
  const file = path.join(scratch, 'refuse');
  try {
    await writeFile(file, [...refusals.values()].map((it) => `${it.message || it.reason}\n`).join(''));
    const mayWorkflows =
      actor.kind === 'user' || (actor.kind === 'installation' && actor.permissions.workflows === 'write');
    const env = { STANDIN_REFUSE: file, STANDIN_NO_WORKFLOWS: mayWorkflows ? '' : '1' };
    const before = new Map((await listRefs(repo.dir)).map((it) => [it.name, it.sha]));
    const answer = await runBackend({ ...cgi, env });
    const workflow = await readFile(`${file}.workflow`, 'utf8').catch(() => undefined);
    if (refusals.size > 0 || workflow !== undefined) {
      const reason = (ref: string) =>
        (workflow === undefined ? refusals.get(ref) : workflowRefusal(workflow))?.reason;
      return { ...answer, body: rewriteRefusals(answer.body, reason) };
    }
    const after = new Map((await listRefs(repo.dir)).map((it) => [it.name, it.sha]));
    for (const { ref } of commands) {
      const change = { ref, before: before.get(ref) ?? zeros, after: after.get(ref) ?? zeros };
      if (change.before !== change.after) await refMoved(door, repo, pusher, change);
    }
    return answer;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function refusalsOf(door: GitDoor, repo: Repo, commands: PushCommand[]): Map<string, Refusal> {
  const injected = door.faults.nextPush(fullName(repo));
  const found = new Map<string, Refusal>();
  for (const { ref, after } of commands) {
    const refusal = injected
      ? injectedRefusal(door, repo, ref, injected)
      : refusalOf(door.world, repo, ref, repo.signedCommits.has(after));
    if (refusal) found.set(ref, refusal);
  }
  return found;
}

function injectedRefusal(door: GitDoor, repo: Repo, ref: string, fault: PushFault): Refusal {
  switch (fault.kind) {
    case 'ruleset':
      return rulesetRefusal(door.world, repo, ref, fault.violation);
    case 'workflow':
      return workflowRefusal(fault.file);
    case 'protected':
      return {
        message: `error: GH006: Protected branch update failed for ${ref}.\nerror: Changes must be made through a pull request.`,
        reason: 'protected branch hook declined',
      };
    case 'secret':
      return {
        message: `error: GH009: Secrets detected! This push failed.\nerror: GH013: Repository rule violations found for ${ref}.\n\n- GITHUB PUSH PROTECTION\n  Push cannot contain secrets\n`,
        reason: 'push declined due to repository rule violations',
      };
  }
}
