/** The models of a command: from the environment, with names given on the command line before it. */
import { createModelClient, type ModelClient } from '../models/client.ts';
import { modelsFromEnv } from '../models/env.ts';
import { type ModelsConfig, ModelsConfigError, secretsOf } from '../models/providers.ts';
import type { RunModels } from '../runs/tools.ts';

export type ConfiguredModels =
  | { ok: true; models: RunModels; secrets: string[]; notes: readonly string[] }
  | { ok: false; problem: string };

const NONE =
  'No model is configured. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or OPENAI_BASE_URL and AIDER_MODEL for a server of your own (Ollama, vLLM, …).';

export function configuredModels(
  env: Readonly<Record<string, string | undefined>>,
  names: { model?: string; editor?: string } = {},
): ConfiguredModels {
  try {
    const config = modelsFromEnv({
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

export function fromConfig(config: ModelsConfig): Extract<ConfiguredModels, { ok: true }> {
  const client = createModelClient(config);
  return { ok: true, models: runModels(client), secrets: secretsOf(config), notes: client.notes };
}

function runModels(client: ModelClient): RunModels {
  return {
    ...client.models,
    editFormat: client.profile(client.models.editor).editFormat,
    complete: (request, options) => client.complete(request, options),
    count: async (request) => (await client.tokens.request(request, client.profile(request.model))).tokens,
    limits(model) {
      const { window, outputLimit } = client.profile(model);
      return { window, output: outputLimit };
    },
    price: (model, usage) => client.price(model, usage),
  };
}
