/** The openai SDK, set up so that it does nothing on its own. */
import OpenAI from 'openai';
import type { VendorEndpoint } from './vendor.ts';

/** A client for an endpoint. Reads nothing from the environment of the process, never retries, never logs. */
export function openaiClient(endpoint: VendorEndpoint): OpenAI {
  return new OpenAI({
    // Local servers want no key, but the SDK wants a text; the header is then left out.
    apiKey: endpoint.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: endpoint.baseUrl ?? 'https://api.openai.com/v1',
    defaultHeaders: { ...(endpoint.apiKey === undefined && { Authorization: null }), ...endpoint.headers },
    maxRetries: 0,
    timeout: endpoint.limits.totalMs,
    logLevel: 'off',
  });
}

/** OpenAI itself and Azure's OpenAI service; everything else is a compatible server. */
export function isOfficial(endpoint: VendorEndpoint): boolean {
  return endpoint.baseUrl === undefined || isOfficialUrl(endpoint.baseUrl);
}

export function isOfficialUrl(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'api.openai.com' || host.endsWith('.api.openai.com') || host.endsWith('.openai.azure.com');
}
