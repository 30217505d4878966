/**
 * The HTTP front before Probot. Probot's own would buffer a body of any size before it checks the signature, and would
 * answer 202 after nine seconds although nothing was saved; GitHub never sends such a delivery again.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** GitHub's own limit for webhook payloads. */
const MAX_BODY = 25 * 1024 * 1024;
/** Room for ten of the largest at once; real webhooks have a few dozen kilobytes. */
const MAX_UNFINISHED = 10 * MAX_BODY;
/** GitHub hangs up after ten seconds; a late "saved" would be a lie. */
const SAVE_TIMEOUT_MS = 8_000;

export interface Delivery {
  id: string;
  event: string;
  /** The raw body: the signature is over these bytes. */
  body: string;
  signature: string;
}

/** What became of a delivery. `accepted` only when it is safely stored or needs nothing. */
export type Received = 'accepted' | 'bad-signature' | 'bad-payload';

export interface FrontOptions {
  receive(delivery: Delivery): Promise<Received>;
  /** Anything that keeps the App from doing its work, as a sentence; undefined when all is well. */
  unhealthy(): Promise<string | undefined>;
  onError(error: unknown): void;
}

export function createFront(options: FrontOptions): Server {
  return createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 },
    (request, response) => {
      handle(request, response, options).catch((error: unknown) => {
        // Who hangs up in the middle of a body gets no answer, and no line in the log: it would fill at a stranger's will.
        if (request.destroyed && !request.complete) return;
        options.onError(error);
        if (!response.headersSent) answer(response, 500, 'Something went wrong here. It has been logged.');
      });
    },
  );
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: FrontOptions,
): Promise<void> {
  const path = pathOf(request);
  if (path === undefined) return answer(response, 400, 'The address is malformed.');
  if (path === '/api/github/webhooks') return webhook(request, response, options);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return answer(response, 405, 'Method not allowed.');
  if (path === '/healthz') return answer(response, 200, 'alive');
  if (path === '/readyz') {
    const problem = await options.unhealthy();
    return answer(response, problem ? 503 : 200, problem ?? 'ready');
  }
  if (path === '/')
    return answer(response, 200, 'aiderbot is running. GitHub sends its webhooks to /api/github/webhooks.');
  return answer(response, 404, 'Not found.');
}

/** Undefined when there is none to be read, as in `GET //`: a stranger's mistake, not one of ours to log. */
function pathOf(request: IncomingMessage): string | undefined {
  const url = request.url ?? '/';
  return URL.canParse(url, 'http://front') ? new URL(url, 'http://front').pathname : undefined;
}

async function webhook(
  request: IncomingMessage,
  response: ServerResponse,
  options: FrontOptions,
): Promise<void> {
  if (request.method !== 'POST') return answer(response, 405, 'Webhooks are sent with POST.');
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : '';
  };
  const id = header('x-github-delivery');
  const event = header('x-github-event');
  const signature = header('x-hub-signature-256');
  if (!/^[\w-]{1,100}$/.test(id) || !/^[a-z_]{1,60}$/.test(event)) {
    return refuse(request, response, 400, 'X-GitHub-Delivery or X-GitHub-Event is missing or malformed.');
  }
  if (signature === '') return refuse(request, response, 401, 'X-Hub-Signature-256 is missing.');
  const body = await readBody(request);
  if (body === 'too-large') return refuse(request, response, 413, 'The body is larger than 25 MB.');
  if (body === 'too-many')
    return refuse(request, response, 503, 'Too much is being sent at once. Please send it again.');

  // A timer of its own: the database may hang rather than fail.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, SAVE_TIMEOUT_MS, 'late');
  });
  const received = await Promise.race([options.receive({ id, event, body: body.text, signature }), late])
    .catch((error: unknown) => {
      options.onError(error);
      return 'failed' as const;
    })
    .finally(() => clearTimeout(timer));
  switch (received) {
    case 'accepted':
      return answer(response, 200, 'ok');
    case 'bad-signature':
      return answer(response, 401, 'The signature does not match the body.');
    case 'bad-payload':
      return answer(response, 400, 'The body is not the JSON that GitHub sends for this event.');
    case 'late':
    case 'failed':
      return answer(response, 503, 'The delivery could not be saved. Please send it again.');
  }
}

/** Bytes of unfinished bodies of all connections: they are kept before their signature can be checked. */
let unfinished = 0;

/** The body; or that it is too large, known from its length or found out before more is kept; or that others hold too much. */
async function readBody(request: IncomingMessage): Promise<{ text: string } | 'too-large' | 'too-many'> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return 'too-large';
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Leaving the loop must not close the connection: the answer still has to go out on it.
    const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of body) {
      size += chunk.length;
      unfinished += chunk.length;
      if (size > MAX_BODY) return 'too-large';
      if (unfinished > MAX_UNFINISHED) return 'too-many';
      chunks.push(chunk);
    }
    return { text: Buffer.concat(chunks).toString('utf8') };
  } finally {
    unfinished -= size;
  }
}

/** For a body that will not be read: answer at once, swallow the rest without keeping it, and hang up on who goes on sending. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.setHeader('Connection', 'close');
  answer(response, status, text);
  const hangUp = setTimeout(() => request.destroy(), 5_000);
  request.once('close', () => clearTimeout(hangUp));
  request.resume();
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(`${text}\n`);
}
