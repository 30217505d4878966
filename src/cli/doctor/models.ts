/** Which models are configured, whether they answer, and what they could cost. No call is paid for. */
import { repositorySchema } from '../../config/repository-schema.ts';
import { createModelClient, type ModelClient } from '../../models/client.ts';
import { formatDollars, worstCase } from '../../models/cost.ts';
import { type ModelsConfig, ModelsConfigError } from '../../models/providers.ts';
import { reachEndpoint } from '../../models/reach.ts';
import { ScriptError } from '../../models/script/schema.ts';
import { inputRoom, LEAST_SHARE, MOST_ANSWER } from '../../runs/ask.ts';
import { modelsConfig } from '../models.ts';
import { type Finding, missing, note, ok } from './finding.ts';

type Env = Readonly<Record<string, string | undefined>>;

const PATIENCE_MS = 10_000;

export async function models(env: Env, caps: { run?: number } = {}): Promise<Finding[]> {
  let config: ModelsConfig | undefined;
  let client: ModelClient | undefined;
  try {
    config = modelsConfig(env);
    client = config && createModelClient(config);
  } catch (error) {
    if (!(error instanceof ModelsConfigError || error instanceof ScriptError)) throw error;
    return [missing('models', 'they are configured in half', error.message)];
  }
  if (!config || !client)
    return [
      missing(
        'models',
        'none is configured',
        'Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or OPENAI_BASE_URL and AIDER_MODEL for a server of your own.',
      ),
    ];
  const endpoints = await endpointFindings(config, client);
  return [...endpoints, ...modelFindings(client), costFinding(client, caps)];
}

async function endpointFindings(config: ModelsConfig, client: ModelClient): Promise<Finding[]> {
  const findings = Object.entries(config.endpoints).map(async ([name, endpoint]) => {
    const reach = await reachEndpoint(name, endpoint, AbortSignal.timeout(PATIENCE_MS));
    if (!reach.ok)
      return [
        missing(
          `endpoint ${name}`,
          reach.fault.message,
          'Until then no run can use it. Keys and addresses come from the environment; see docs/install.md.',
        ),
      ];
    const wanted = [...new Set(Object.values(client.models))]
      .filter((model) => model.startsWith(`${name}/`))
      .map((model) => model.slice(name.length + 1));
    const unknown = reach.models.length === 0 ? [] : wanted.filter((model) => !reach.models.includes(model));
    return [
      ok(`endpoint ${name}`, `answers and takes the key (${reach.models.length} models)`),
      // Vendors list dated names for which short ones stand, so a name that is not listed may work.
      ...unknown.map((model) =>
        note(
          `model ${name}/${model}`,
          'is not in the endpoint’s list',
          `Check the name: ${near(model, reach.models)}`,
        ),
      ),
    ];
  });
  return (await Promise.all(findings)).flat();
}

function near(model: string, known: readonly string[]): string {
  const start = model.slice(0, 6);
  const alike = known.filter((name) => name.startsWith(start)).slice(0, 5);
  return `it lists ${(alike.length > 0 ? alike : known.slice(0, 5)).join(', ')}.`;
}

function modelFindings(client: ModelClient): Finding[] {
  const roles = Object.entries(client.models).map(([role, model]) => {
    const profile = client.profile(model);
    const { prices } = profile;
    const price = prices
      ? `$${prices.input} in and $${prices.output} out for a million tokens`
      : 'price unknown';
    return ok(
      role,
      `${model}: window ${profile.window.toLocaleString('en')}, answers up to ${profile.outputLimit.toLocaleString('en')}, ${price}${role === 'editor' ? `, edits as ${profile.editFormat}` : ''}`,
    );
  });
  return [...roles, ...client.notes.map((text) => note('models', text, 'See docs/operations.md.'))];
}

/** Tokens: an outline, a thread and some files. */
const ORDINARY_REQUEST = 30_000;

/** The ceiling, and how much of it one call can take: a ceiling below that stops every run at its first call. */
function costFinding(client: ModelClient, caps: { run?: number }): Finding {
  const { budget } = repositorySchema.parse({});
  const perRun = Math.min(budget.per_run, caps.run ?? Number.POSITIVE_INFINITY);
  const limits = `at most ${formatDollars(perRun)} a run, ${formatDollars(budget.per_thread)} a thread, ${formatDollars(budget.per_user_day)} a person and day, ${formatDollars(budget.per_repo_month)} a repository and month, unless .github/aider.yml says otherwise${caps.run === undefined ? '' : `, and never more than ${formatDollars(caps.run)} a run (MAX_USD_PER_RUN)`}`;
  const used = [...new Set(Object.values(client.models))];
  const unknown = used.filter((model) => client.profile(model).prices === undefined);
  if (unknown.length > 0)
    return note(
      'cost',
      `${limits}. The price of ${unknown.join(' and ')} is not known: limits count it at $3.75 for a million tokens read and $18 for a million written`,
      'Set its prices under `profiles` in the file of AIDER_MODELS_FILE; see docs/operations.md.',
    );
  const dearest = Math.max(
    ...used.map((model) => {
      const { prices, window, outputLimit } = client.profile(model);
      const input = inputRoom({ window, output: outputLimit });
      const output = Math.min(outputLimit, MOST_ANSWER.editor);
      return prices ? worstCase({ input, output }, prices) : 0;
    }),
  );
  const tooDear = used.filter((model) => {
    const { prices, outputLimit } = client.profile(model);
    const output = Math.min(outputLimit, MOST_ANSWER.editor / LEAST_SHARE);
    return prices !== undefined && worstCase({ input: ORDINARY_REQUEST, output }, prices) > perRun;
  });
  if (tooDear.length > 0)
    return missing(
      'cost',
      `${limits}. An ordinary call to ${tooDear.join(' or ')} could already cost more than a run may`,
      'Raise `budget.per_run` in .github/aider.yml and MAX_USD_PER_RUN, or choose a cheaper model.',
    );
  if (dearest <= perRun) return ok('cost', `${limits}. The dearest single call: ${formatDollars(dearest)}`);
  return note(
    'cost',
    `${limits}. A call that fills the whole window could cost ${formatDollars(dearest)}, so the largest requests are refused`,
    'Raise `budget.per_run` in .github/aider.yml if runs end at the cost limit.',
  );
}
