/** The models of a command: from the environment, with names given on the command line before it. */
import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { createModelClient, type ModelClient } from '../models/client.ts';
import { modelsFromEnv } from '../models/env.ts';
import { type ModelsConfig, ModelsConfigError, parseModelsConfig, secretsOf } from '../models/providers.ts';
import type { RunModels } from '../runs/tools.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type ConfiguredModels =
  | { ok: true; models: RunModels; secrets: string[]; notes: readonly string[] }
  | { ok: false; problem: string };

const NONE =
  'No model is configured. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or OPENAI_BASE_URL and AIDER_MODEL for a server of your own (Ollama, vLLM, …).';

export function configuredModels(
  env: Env,
  names: { model?: string; editor?: string } = {},
): ConfiguredModels {
  try {
    const config = modelsConfig({
      ...env,
      ...(names.model ? { AIDER_MODEL: names.model } : {}),
      ...(names.editor ? { AIDER_EDITOR_MODEL: names.editor } : {}),
    });
    if (!config) return { ok: false, problem: NONE };
    return fromConfig(config);
  } catch (error) {
    if (error instanceof ModelsConfigError) return { ok: false, problem: error.message };
    throw error;
  }
}

/**
 * The models that the environment describes: by AIDER_MODELS_FILE when it is set, else by the usual keys. Undefined when there
 * are none; throws a `ModelsConfigError` that says what to mend.
 */
export function modelsConfig(env: Env): ModelsConfig | undefined {
  const file = env.AIDER_MODELS_FILE?.trim();
  if (!file) return modelsFromEnv(env);
  const value = filled(readYaml(file), env);
  const chosen = {
    model: env.AIDER_MODEL?.trim(),
    editorModel: env.AIDER_EDITOR_MODEL?.trim(),
    weakModel: env.AIDER_WEAK_MODEL?.trim(),
  };
  const names = Object.fromEntries(Object.entries(chosen).filter(([, name]) => name));
  return parseModelsConfig(
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...names } : value,
  );
}

function readYaml(file: string): unknown {
  try {
    // JSON is a subset of YAML.
    return parseYaml(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ModelsConfigError(
      `AIDER_MODELS_FILE: ${file} cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    );
  }
}

/** `${NAME}` as a whole value stands for a variable, so that the file itself need not hold a key. */
function filled(value: unknown, env: Env): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, env));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, env)]));
  const name = typeof value === 'string' ? /^\$\{(\w+)\}$/.exec(value)?.[1] : undefined;
  if (name === undefined) return value;
  const found = env[name];
  if (!found) throw new ModelsConfigError(`AIDER_MODELS_FILE names the variable ${name}, which is not set.`);
  return found;
}

export function fromConfig(config: ModelsConfig): Extract<ConfiguredModels, { ok: true }> {
  const client = createModelClient(config);
  return {
    ok: true,
    models: runModels(client, namedModels(config, client)),
    secrets: secretsOf(config),
    notes: client.notes,
  };
}

/** Whatever the operator's configuration names may be asked for; an endpoint alone opens none of its models. */
function namedModels(config: ModelsConfig, client: ModelClient): string[] {
  const { fallbacks, profiles } = config;
  const named = [
    Object.values(client.models),
    Object.keys(profiles),
    Object.keys(fallbacks),
    Object.values(fallbacks),
  ];
  return [...new Set(named.flat(2))];
}

function runModels(
  client: ModelClient,
  allowed: readonly string[],
  names: Pick<RunModels, 'architect' | 'editor' | 'weak'> = client.models,
): RunModels {
  return {
    ...names,
    allowed,
    choose({ architect = names.architect, editor = names.editor, weak = names.weak }) {
      if (![architect, editor, weak].every((name) => allowed.includes(name))) return undefined;
      return runModels(client, allowed, { architect, editor, weak });
    },
    editFormat: client.profile(names.editor).editFormat,
    complete: (request, options) => client.complete(request, options),
    count: async (request) => (await client.tokens.request(request, client.profile(request.model))).tokens,
    limits(model) {
      const { window, outputLimit } = client.profile(model);
      return { window, output: outputLimit };
    },
    sees: (model) => client.profile(model).images,
    price: (model, usage) => client.price(model, usage),
  };
}
