/** `POST /api/graphql`: only what the App uses. Anything else is an error and a violation, never a silent null. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Scene } from '../acts/scene.ts';
import { authenticate } from '../auth/access.ts';
import type { TokenBook } from '../auth/tokens.ts';
import type { Faults } from '../faults.ts';
import { ApiError, ok } from '../http/answers.ts';
import { encode, readBody, send } from '../http/exchange.ts';
import { underFault } from '../http/under-fault.ts';
import type { Violation } from '../schema/violations.ts';
import type { Exchange } from '../transcript.ts';
import { execute } from './execute.ts';
import { parseGraphql } from './parse.ts';
import { mutationRoot, queryRoot } from './root.ts';

export interface GraphDoor extends Scene {
  tokens: TokenBook;
  faults: Faults;
  violations: Violation[];
  transcript: Exchange[];
  clock: () => number;
}

const requestBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});

export async function serveGraphql(door: GraphDoor, request: IncomingMessage, response: ServerResponse) {
  const raw = (await readBody(request)).toString();
  const fault = door.faults.next('POST', '/graphql');
  const exchange: Exchange = {
    at: door.world.now(),
    requestId: '',
    kind: 'api',
    method: 'POST',
    path: '/graphql',
    query: '',
    authorization: request.headers.authorization,
    userAgent: request.headers['user-agent'],
    requestBody: raw,
    status: 0,
    responseBody: undefined,
    fault: fault?.kind,
  };
  door.transcript.push(exchange);
  const result = await underFault(fault, async () => {
    try {
      return ok(await answer(door, request.headers.authorization, raw));
    } catch (error) {
      if (error instanceof ApiError) return error.answer();
      throw error;
    }
  });
  if (result === 'cut') return void request.socket.destroy();
  exchange.status = result.status;
  exchange.responseBody = result.body;
  const { bytes, type } = encode(result);
  const headers = { ...result.headers, ...(type !== undefined && { 'content-type': type }) };
  send(response, result.status, headers, bytes);
}

async function answer(door: GraphDoor, authorization: string | undefined, raw: string): Promise<unknown> {
  const actor = authenticate(door.world, door.tokens, authorization, door.clock());
  if (actor.kind === 'anonymous' || actor.kind === 'app')
    throw new ApiError(401, 'This endpoint requires you to be authenticated.');
  if (actor.kind === 'installation' && actor.installation.suspendedAt !== null)
    throw new ApiError(403, 'This installation has been suspended');
  const violate = (problem: string) => {
    door.violations.push({ where: 'request', operation: 'POST /graphql', problem });
    return { errors: [{ message: problem }] };
  };
  const body = requestBody.safeParse(safeJson(raw));
  if (!body.success) return violate('the body is not {query, variables}');
  let operation: ReturnType<typeof parseGraphql>;
  try {
    operation = parseGraphql(body.data.query);
  } catch (error) {
    return violate(error instanceof Error ? error.message : String(error));
  }
  const root = operation.type === 'query' ? queryRoot(door, actor) : mutationRoot(door, actor);
  const { data, errors } = await execute(operation, root, body.data.variables ?? {});
  for (const error of errors) if (error.type === 'undefinedField') violate(error.message);
  return errors.length > 0 ? { data, errors } : { data };
}

function safeJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
