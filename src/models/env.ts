/** The models configuration out of the usual environment variables. */
import { type ModelsConfig, ModelsConfigError, parseModelsConfig } from './providers.ts';
import { isOfficialUrl } from './vendors/openai-client.ts';

type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_MODEL = {
  anthropic: 'anthropic/claude-sonnet-5-5',
  openai: 'openai/gpt-6-sol',
};

/**
 * Reads OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, AIDER_MODEL, AIDER_EDITOR_MODEL and
 * AIDER_WEAK_MODEL. Undefined when no model is configured at all; throws a `ModelsConfigError` when half of it is.
 */
export function modelsFromEnv(env: Env): ModelsConfig | undefined {
  const read = (name: string) => env[name]?.trim() || undefined;
  const endpoints = endpointsOf(read);
  const wanted = read('AIDER_MODEL');
  if (Object.keys(endpoints).length === 0) {
    if (wanted === undefined) return undefined;
    throw new ModelsConfigError(
      `AIDER_MODEL is ${wanted}, but no endpoint is configured. Set ANTHROPIC_API_KEY, OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own.`,
    );
  }
  const name = (model: string | undefined) => (model === undefined ? undefined : qualified(model, endpoints));
  const editorModel = name(read('AIDER_EDITOR_MODEL'));
  const weakModel = name(read('AIDER_WEAK_MODEL'));
  return parseModelsConfig({
    endpoints,
    model: name(wanted) ?? defaultModel(endpoints),
    ...(editorModel && { editorModel }),
    ...(weakModel && { weakModel }),
  });
}

interface EnvEndpoint {
  kind: 'openai' | 'openai-chat' | 'anthropic';
  baseUrl?: string;
  apiKey?: string;
}

function endpointsOf(read: (name: string) => string | undefined): Record<string, EnvEndpoint> {
  const endpoints: Record<string, EnvEndpoint> = {};
  const anthropicKey = read('ANTHROPIC_API_KEY');
  const anthropicUrl = read('ANTHROPIC_BASE_URL');
  if (anthropicKey || anthropicUrl)
    endpoints.anthropic = {
      kind: 'anthropic',
      ...(anthropicKey && { apiKey: anthropicKey }),
      ...(anthropicUrl && { baseUrl: anthropicUrl }),
    };
  const openaiKey = read('OPENAI_API_KEY');
  const openaiUrl = read('OPENAI_BASE_URL');
  if (openaiKey || openaiUrl)
    endpoints.openai = {
      // Few of the compatible servers speak the Responses API, and none of them needs it.
      kind: openaiUrl && !isOfficialUrl(openaiUrl) ? 'openai-chat' : 'openai',
      ...(openaiKey && { apiKey: openaiKey }),
      ...(openaiUrl && { baseUrl: openaiUrl }),
    };
  return endpoints;
}

const KEY_OF = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' };

/**
 * Puts the endpoint in front of a name that has none. A server of one's own may serve any model, also one whose name
 * contains a slash (OpenRouter's do); the vendors serve only their own.
 */
function qualified(model: string, endpoints: Record<string, EnvEndpoint>): string {
  const prefix = model.includes('/') ? (model.split('/', 1)[0] ?? '') : '';
  if (Object.hasOwn(endpoints, prefix)) return model;
  const vendor = vendorOf(model, prefix);
  if (endpoints.openai?.kind === 'openai-chat')
    return vendor === 'anthropic' && prefix === '' && endpoints.anthropic
      ? `anthropic/${model}`
      : `openai/${model}`;
  if (vendor && !endpoints[vendor])
    throw new ModelsConfigError(`The model ${model} needs ${KEY_OF[vendor]}, which is not set.`);
  if (prefix !== '')
    throw new ModelsConfigError(
      `The model ${model} names the endpoint "${prefix}", which is not configured (configured: ${Object.keys(endpoints).join(', ')}). For another server, set OPENAI_BASE_URL.`,
    );
  return `${vendor ?? Object.keys(endpoints)[0]}/${model}`;
}

function vendorOf(model: string, prefix: string): keyof typeof KEY_OF | undefined {
  if (prefix === 'anthropic' || /^claude/.test(model)) return 'anthropic';
  if (prefix === 'openai' || /^(?:gpt-|chatgpt-|codex-|o\d)/.test(model)) return 'openai';
  return undefined;
}

function defaultModel(endpoints: Record<string, EnvEndpoint>): string {
  if (endpoints.anthropic) return DEFAULT_MODEL.anthropic;
  if (endpoints.openai?.kind === 'openai') return DEFAULT_MODEL.openai;
  throw new ModelsConfigError(
    `OPENAI_BASE_URL is ${endpoints.openai?.baseUrl}, but AIDER_MODEL does not say which of its models to use. Set it to a name from ${endpoints.openai?.baseUrl?.replace(/\/$/, '')}/models, for example AIDER_MODEL=qwen2.5-coder:32b.`,
  );
}
