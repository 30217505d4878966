/** Everything the App said to us over HTTP, in order. */

export interface Exchange {
  at: string;
  /** What GitHub would print as X-GitHub-Request-Id. */
  requestId: string;
  kind: 'api' | 'git';
  method: string;
  /** Encoded, without `/api/v3` and without query. */
  path: string;
  query: string;
  /** As given, so that tests can look for tokens elsewhere. */
  authorization: string | undefined;
  userAgent: string | undefined;
  requestBody: unknown;
  /** 0 when the connection was cut by an injected fault. */
  status: number;
  responseBody: unknown;
  /** The fault that was injected, if any. */
  fault: string | undefined;
}
