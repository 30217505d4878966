/** Which models a server may use: endpoints by name, the models of each purpose, and what the environment says. */
import { z } from 'zod';
import { ModelProfileSchema } from './profile.ts';
import { readScript } from './script/schema.ts';
import type { ModelProvider } from './types.ts';
import { createAnthropic } from './vendors/anthropic/provider.ts';
import { createOpenaiChat } from './vendors/openai-chat/provider.ts';
import { createOpenaiResponses } from './vendors/openai-responses/provider.ts';
import { createScripted } from './vendors/scripted/provider.ts';
import type { VendorEndpoint } from './vendors/vendor.ts';

const UrlSchema = z.url({ protocol: /^https?$/, error: 'has to be an http or https URL' });

const HttpFields = {
  baseUrl: UrlSchema.optional(),
  apiKey: z.string().min(1).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** False for servers that cannot stream. */
  stream: z.boolean().default(true),
  /** Seconds without a byte after which an answer counts as stalled; twice as many for models that reason. */
  idleSeconds: z.number().positive().default(120),
  /** Seconds that a whole answer may take. */
  totalSeconds: z.number().positive().default(900),
};

const EndpointSchema = z.discriminatedUnion('kind', [
  /** OpenAI's Responses API. */
  z.strictObject({ kind: z.literal('openai'), ...HttpFields }),
  /** Chat Completions of OpenAI or of any compatible server. */
  z.strictObject({ kind: z.literal('openai-chat'), ...HttpFields }),
  z.strictObject({ kind: z.literal('anthropic'), ...HttpFields }),
  z.strictObject({ kind: z.literal('scripted'), script: z.string().min(1) }),
]);
export type EndpointConfig = z.infer<typeof EndpointSchema>;

const ModelNameSchema = z
  .string()
  .regex(/^[\w.-]+\/\S+$/, 'has to be endpoint/model, for example anthropic/claude-sonnet-5-5');

const ModelsConfigSchema = z
  .strictObject({
    endpoints: z.record(z.string().regex(/^[\w.-]+$/), EndpointSchema),
    /** Plans; the editor and the weak model default to what the registry says of it. */
    model: ModelNameSchema,
    editorModel: ModelNameSchema.optional(),
    weakModel: ModelNameSchema.optional(),
    /** Models to try, in order, when a model cannot answer. */
    fallbacks: z.record(ModelNameSchema, z.array(ModelNameSchema)).default({}),
    /** What the server knows better than the registry, by `endpoint/model`. */
    profiles: z.record(ModelNameSchema, ModelProfileSchema.partial()).default({}),
  })
  .superRefine((config, context) => {
    const names = [
      config.model,
      config.editorModel,
      config.weakModel,
      ...Object.entries(config.fallbacks).flatMap(([name, others]) => [name, ...others]),
    ];
    for (const name of names) {
      const endpoint = name?.split('/', 1)[0];
      if (endpoint === undefined || Object.hasOwn(config.endpoints, endpoint)) continue;
      const known = Object.keys(config.endpoints).join(', ') || 'none';
      context.addIssue({
        code: 'custom',
        message: `${name}: no endpoint "${endpoint}" is configured (configured: ${known})`,
      });
    }
  });
export type ModelsConfig = z.infer<typeof ModelsConfigSchema>;

/** A configuration that cannot be used. The message says what to change. */
export class ModelsConfigError extends Error {
  override readonly name = 'ModelsConfigError';
}

/** Checks a configuration. Throws a `ModelsConfigError` that names every wrong field. */
export function parseModelsConfig(value: unknown): ModelsConfig {
  const parsed = ModelsConfigSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ModelsConfigError(`The models configuration is not valid:\n${z.prettifyError(parsed.error)}`);
}

/** One provider for an endpoint. Throws a `ScriptError` when a script cannot be read. */
export function createProvider(name: string, config: EndpointConfig): ModelProvider {
  if (config.kind === 'scripted')
    return createScripted(
      { name, limits: { idleMs: 600_000, totalMs: 3_600_000 } },
      readScript(config.script),
    );
  const { kind, idleSeconds, totalSeconds, ...rest } = config;
  const endpoint: VendorEndpoint = {
    name,
    stream: rest.stream,
    limits: { idleMs: idleSeconds * 1000, totalMs: totalSeconds * 1000 },
    ...(rest.baseUrl !== undefined && { baseUrl: rest.baseUrl }),
    ...(rest.apiKey !== undefined && { apiKey: rest.apiKey }),
    ...(rest.headers !== undefined && { headers: rest.headers }),
  };
  switch (kind) {
    case 'openai':
      return createOpenaiResponses(endpoint);
    case 'openai-chat':
      return createOpenaiChat(endpoint);
    case 'anthropic':
      return createAnthropic(endpoint);
  }
}

/** Every secret of a configuration, for the redactor: keys, header values, and a password in a base URL. */
export function secretsOf(config: ModelsConfig): string[] {
  return Object.values(config.endpoints)
    .flatMap((endpoint) => {
      if (endpoint.kind === 'scripted') return [];
      const password = endpoint.baseUrl === undefined ? '' : (URL.parse(endpoint.baseUrl)?.password ?? '');
      return [endpoint.apiKey ?? '', ...Object.values(endpoint.headers ?? {}), password];
    })
    .filter((secret) => secret !== '');
}
