/** Sends one webhook as GitHub does: signed, with its headers, ten seconds to answer, never retried by itself. */
import { createHmac } from 'node:crypto';

const webhookTimeout = 10_000;

/** GitHub does not send payloads above this size at all. */
export const largestPayload = 25 * 1024 * 1024;

export interface Delivery {
  id: number;
  /** The same for a delivery and all its redeliveries. */
  guid: string;
  event: string;
  action: string | null;
  deliveredAt: string;
  redelivery: boolean;
  /** Seconds. */
  duration: number;
  /** `OK`, or why it failed. */
  status: string;
  /** 0 when no answer came. */
  statusCode: number;
  installationId: number | null;
  repositoryId: number | null;
  requestHeaders: Record<string, string>;
  /** The exact bytes that were signed. */
  payload: string;
  responseHeaders: Record<string, string>;
  responsePayload: string;
}

export interface Target {
  url: string;
  secret: string;
  appId: number;
  hookId: number;
}

function signature(algorithm: 'sha1' | 'sha256', secret: string, payload: string): string {
  return `${algorithm}=${createHmac(algorithm, secret).update(payload).digest('hex')}`;
}

export function hookHeaders(target: Target, event: string, guid: string, payload: string) {
  return {
    accept: '*/*',
    // A connection kept open would hold up the App's own shutdown.
    connection: 'close',
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/5ta4d1n',
    'x-github-delivery': guid,
    'x-github-event': event,
    'x-github-hook-id': String(target.hookId),
    'x-github-hook-installation-target-id': String(target.appId),
    'x-github-hook-installation-target-type': 'integration',
    'x-hub-signature': signature('sha1', target.secret, payload),
    'x-hub-signature-256': signature('sha256', target.secret, payload),
  };
}

type Outcome = Pick<Delivery, 'duration' | 'status' | 'statusCode' | 'responseHeaders' | 'responsePayload'>;

export async function post(
  url: string,
  headers: Record<string, string>,
  payload: string,
  stopped: AbortSignal,
): Promise<Outcome> {
  const start = performance.now();
  const seconds = () => Math.round(performance.now() - start) / 1000;
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(webhookTimeout), stopped]);
    const response = await fetch(url, { method: 'POST', headers, body: payload, redirect: 'manual', signal });
    const responsePayload = await response.text();
    return {
      duration: seconds(),
      status: response.ok ? 'OK' : `Invalid HTTP Response: ${response.status}`,
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responsePayload,
    };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    const status = late ? 'timed out' : 'failed to connect to host';
    return { duration: seconds(), status, statusCode: 0, responseHeaders: {}, responsePayload: '' };
  }
}
