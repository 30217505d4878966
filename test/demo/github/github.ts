/** Clients for the tests: octokit as the App, as its installation, and as nobody. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { expect } from 'vitest';
import { type GitHubStandIn, startGitHub } from '../../../demo/github/server.ts';

/** Octokit's own log lines about expected failures would only clutter the test output. */
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export function anonymous(github: GitHubStandIn): Octokit {
  return new Octokit({ baseUrl: github.apiUrl, log: quiet });
}

export function asApp(github: GitHubStandIn): Octokit {
  const auth = { appId: github.app.id, privateKey: github.app.privateKey };
  return new Octokit({ baseUrl: github.apiUrl, authStrategy: createAppAuth, auth, log: quiet });
}

export function withToken(github: GitHubStandIn, auth: string): Octokit {
  return new Octokit({ baseUrl: github.apiUrl, auth, log: quiet });
}

type TokenRequest = Parameters<Octokit['rest']['apps']['createInstallationAccessToken']>[0];

export async function mint(
  github: GitHubStandIn,
  installation: number,
  narrow: Omit<NonNullable<TokenRequest>, 'installation_id'> = {},
): Promise<string> {
  const apps = asApp(github).rest.apps;
  const { data } = await apps.createInstallationAccessToken({ installation_id: installation, ...narrow });
  return data.token;
}

/** What a failed octokit call answered. */
export async function failure(
  call: Promise<unknown>,
): Promise<{ status: number; message: string; headers: Record<string, unknown> }> {
  const error: unknown = await call.then(
    () => expect.fail('the call should have failed'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error) || !('status' in error)) throw error;
  const response =
    'response' in error ? (error.response as { headers?: Record<string, unknown> } | undefined) : undefined;
  return { status: Number(error.status), message: error.message, headers: response?.headers ?? {} };
}

/** No test may leave a mismatch with GitHub's published descriptions behind. */
export function expectNoViolations(github: GitHubStandIn): void {
  expect(github.violations).toEqual([]);
}

export interface Received {
  event: string;
  guid: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A webhook receiver that answers what `answer` says; 200 by default. Use with `await using`. */
export async function startReceiver(answer: (received: Received) => number | 'never' = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { headers } = request;
    const event = String(headers['x-github-event']);
    const it = {
      event,
      guid: String(headers['x-github-delivery']),
      headers,
      body: Buffer.concat(chunks).toString(),
    };
    received.push(it);
    const status = answer(it);
    if (status === 'never') return;
    response.statusCode = status;
    response.end('heard');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    received,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

export const widgets = { owner: 'acme', repo: 'widgets' };

/** A stand-in with the repository acme/widgets, people with every role, and the App installed. */
export async function startWithWidgets() {
  const github = await startGitHub();
  github.createOrganization('acme');
  await github.createRepository('acme/widgets', {
    files: { 'README.md': '# Widgets\n', 'src/a.ts': 'one\ntwo\nthree\nfour\nfive\n' },
    roles: { ada: 'admin', mia: 'maintain', alice: 'write', tom: 'triage', bob: 'read' },
    private: true,
  });
  const installation = github.install('acme');
  const rest = withToken(github, await mint(github, installation.id)).rest;
  return { github, installation, rest };
}

export type Widgets = Awaited<ReturnType<typeof startWithWidgets>>;
