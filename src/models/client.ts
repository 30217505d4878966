/** The models of this server: who plans, who edits, what is known of each, and the one way to ask them. */
import { systemClock } from './clock.ts';
import { type Clock, type Completer, createCompleter } from './complete.ts';
import { costOf } from './cost.ts';
import type { ModelProfile } from './profile.ts';
import { createProvider, type ModelsConfig } from './providers.ts';
import { type KnownModel, lookupModel } from './registry.ts';
import type { RetryPolicy } from './retry.ts';
import { createTokenCounter, type TokenCounter } from './tokens.ts';
import type { ModelProvider, Purpose, Usage } from './types.ts';

export interface ModelClient extends Completer {
  /** `endpoint/model` for each purpose. */
  readonly models: Readonly<Record<Purpose, string>>;
  /** What is known of a model; safe defaults for one that nobody knows. */
  profile(model: string): ModelProfile;
  /** US dollars of a usage; undefined when the model's price is not known. */
  price(model: string, usage: Usage): number | undefined;
  readonly tokens: TokenCounter;
  /** What a user has to know of the configured models, as sentences. */
  readonly notes: readonly string[];
  readonly providers: ReadonlyMap<string, ModelProvider>;
}

/** For tests and the demo; a server needs none of it. */
export interface ClientOptions {
  clock?: Clock;
  retry?: RetryPolicy;
  /** Instead of the ones that the configuration describes. */
  providers?: readonly ModelProvider[];
}

/** Builds the client. Throws a `ScriptError` when an endpoint's script cannot be read. */
export function createModelClient(config: ModelsConfig, options: ClientOptions = {}): ModelClient {
  const clock = options.clock ?? systemClock;
  const made =
    options.providers ??
    Object.entries(config.endpoints).map(([name, endpoint]) => createProvider(name, endpoint));
  const providers = new Map(made.map((provider) => [provider.name, provider]));
  const known = new Map<string, KnownModel>();
  const lookup = (model: string): KnownModel => {
    const found = known.get(model) ?? lookupModel(queryFor(model, config, clock.now()));
    known.set(model, found);
    return found;
  };
  const models = modelsOf(config, (model) => lookup(model).profile);
  const tokens = createTokenCounter();
  const completer = createCompleter({
    providers,
    profileOf: (model) => lookup(model).profile,
    fallbacksOf: (model) => config.fallbacks[model] ?? [],
    counter: tokens,
    clock,
    ...(options.retry && { retry: options.retry }),
  });
  const notes = [...new Set(Object.values(models).flatMap((model) => lookup(model).notes))];
  const profile = (model: string) => lookup(model).profile;
  const price = (model: string, usage: Usage) => {
    const { prices } = profile(model);
    return prices && costOf(usage, prices);
  };
  return { ...completer, models, profile, price, tokens, notes, providers };
}

function queryFor(model: string, config: ModelsConfig, now: number) {
  const endpoint = config.endpoints[endpointOf(model)];
  const overrides = config.profiles[model];
  return {
    model,
    kind: endpoint?.kind ?? ('openai-chat' as const),
    now: new Date(now),
    ...(endpoint && 'baseUrl' in endpoint && endpoint.baseUrl !== undefined && { baseUrl: endpoint.baseUrl }),
    ...(overrides && { overrides }),
  };
}

/** The editor and the weak model that are not configured: the registry's, where this endpoint is the vendor's own. */
function modelsOf(config: ModelsConfig, profileOf: (model: string) => ModelProfile): Record<Purpose, string> {
  const architect = config.model;
  const name = endpointOf(architect);
  const endpoint = config.endpoints[name];
  const vendorsOwn = endpoint !== undefined && endpoint.kind !== 'scripted' && endpoint.baseUrl === undefined;
  const profile = profileOf(architect);
  const suggested = (model: string | undefined) => (vendorsOwn && model ? `${name}/${model}` : architect);
  return {
    architect,
    editor: config.editorModel ?? suggested(profile.editorModel),
    weak: config.weakModel ?? suggested(profile.weakModel),
  };
}

function endpointOf(model: string): string {
  return model.split('/', 1)[0] ?? '';
}
