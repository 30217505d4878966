/** Whether an endpoint answers, takes the key, and has the model: for `aiderbot doctor`. Costs nothing. */
import { z } from 'zod';
import { createRedactor } from '../lib/redact.ts';
import { classifyError } from './classify.ts';
import { ModelFault } from './faults.ts';
import type { EndpointConfig } from './providers.ts';

export type Reach =
  | { ok: true; models: string[] }
  /** `fault.message` says what to do. */
  | { ok: false; fault: ModelFault };

const ListSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

const DEFAULT_URL = {
  openai: 'https://api.openai.com/v1',
  'openai-chat': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
};

/** Asks the endpoint for its list of models. Never throws. */
export async function reachEndpoint(
  name: string,
  config: EndpointConfig,
  signal: AbortSignal,
): Promise<Reach> {
  if (config.kind === 'scripted') return { ok: true, models: [] };
  const { redact } = createRedactor([config.apiKey ?? '', ...Object.values(config.headers ?? {})]);
  const model = `${name}/*`;
  try {
    const response = await fetch(listUrl(config), { headers: headersFor(config), signal });
    if (!response.ok) {
      const error: unknown = await response.json().catch(() => ({ message: response.statusText }));
      const refusal = { status: response.status, headers: response.headers, error };
      return { ok: false, fault: classifyError(refusal, { model, started: false, redact }) };
    }
    const list = ListSchema.safeParse(await response.json().catch(() => undefined));
    if (!list.success)
      return { ok: false, fault: new ModelFault('bad_response', { model, detail: 'no list of models' }) };
    return { ok: true, models: list.data.data.map(({ id }) => id) };
  } catch (error) {
    if (signal.aborted)
      return { ok: false, fault: new ModelFault('stalled', { model, detail: 'no answer in time' }) };
    return { ok: false, fault: classifyError(error, { model, started: false, redact }) };
  }
}

type HttpEndpoint = Exclude<EndpointConfig, { kind: 'scripted' }>;

function listUrl(config: HttpEndpoint): string {
  const base = (config.baseUrl ?? DEFAULT_URL[config.kind]).replace(/\/+$/, '');
  return config.kind === 'anthropic' ? `${base}/v1/models?limit=1000` : `${base}/models`;
}

function headersFor({ kind, apiKey, headers }: HttpEndpoint): Record<string, string> {
  const key: Record<string, string> =
    apiKey === undefined
      ? {}
      : kind === 'anthropic'
        ? { 'x-api-key': apiKey }
        : { authorization: `Bearer ${apiKey}` };
  return { ...key, ...(kind === 'anthropic' && { 'anthropic-version': '2023-06-01' }), ...headers };
}
