/** What is known of a model: family behaviour, list prices and windows, and the server's own overrides, in that order. */
import { isIPv4 } from 'node:net';
import type { Family } from './families/family.ts';
import { FAMILIES } from './families.ts';
import { listed } from './prices.ts';
import { type ModelProfile, UNKNOWN_MODEL } from './profile.ts';
import type { ProviderKind } from './types.ts';

export interface LookupQuery {
  /** `endpoint/model`. */
  model: string;
  kind: ProviderKind;
  baseUrl?: string;
  overrides?: Partial<ModelProfile>;
  now: Date;
}

export interface KnownModel {
  profile: ModelProfile;
  /** Undefined for a model that nobody knows. */
  family?: string;
  /** What a user has to know, as sentences. */
  notes: string[];
}

/** Looks a model up. Never fails: an unknown model gets safe defaults and a note that says so. */
export function lookupModel(query: LookupQuery): KnownModel {
  const vendorName = query.model.slice(query.model.indexOf('/') + 1);
  if (query.kind === 'scripted')
    return { profile: { ...SCRIPTED_MODEL, ...query.overrides }, family: 'scripted', notes: [] };
  const family = familyOf(vendorName);
  const local = query.baseUrl !== undefined && isLocal(query.baseUrl);
  const list = findListed(vendorName, query, { family, local });
  const profile: ModelProfile = {
    ...UNKNOWN_MODEL,
    ...family?.profile,
    ...(list?.window !== undefined && { window: list.window }),
    ...(list?.prices && { prices: list.prices }),
    ...(local && { prices: FREE }),
    ...query.overrides,
  };
  // A window from one source and a limit from another may contradict each other.
  profile.outputLimit = Math.min(profile.outputLimit, profile.window);
  return {
    profile,
    ...(family && { family: family.name }),
    notes: notesFor(query, { family, local, profile }),
  };
}

/** A model on the user's own machine costs electricity, not dollars a token. */
const FREE = { input: 0, cachedInput: 0, cacheWriteInput: 0, output: 0 };

const SCRIPTED_MODEL: ModelProfile = {
  ...UNKNOWN_MODEL,
  window: 200_000,
  outputLimit: 32_000,
  // Prices of a real model of the middle class, so that a demo shows what a run would cost.
  prices: { input: 3, cachedInput: 0.3, cacheWriteInput: 3.75, output: 15 },
  editFormat: 'diff',
  editorFormat: 'editor-diff',
  tools: true,
  customTools: true,
  images: true,
};

function familyOf(vendorName: string): Family | undefined {
  const bare = bareName(vendorName);
  return FAMILIES.find((family) => family.match.test(bare));
}

/** `anthropic/claude-x:free` → `claude-x`; `models/gemini-x` → `gemini-x`; Ollama's `qwen2.5-coder:32b` stays readable. */
function bareName(vendorName: string): string {
  return (vendorName.toLowerCase().split('/').at(-1) ?? '')
    .replace(/^(?:us|eu|apac|global)\./, '')
    .replace(/^anthropic\./, '');
}

function findListed(
  vendorName: string,
  query: LookupQuery,
  { family, local }: { family: Family | undefined; local: boolean },
) {
  const { now } = query;
  // A local server runs the model with whatever window it was started with: the list would only mislead.
  if (local) return undefined;
  const vendor = query.baseUrl === undefined ? VENDOR_OF_KIND[query.kind] : undefined;
  const queries = [
    query.baseUrl === undefined ? undefined : { model: vendorName, baseUrl: query.baseUrl, now },
    vendor === undefined ? undefined : { model: vendorName, vendor, now },
    family && { model: bareName(vendorName), vendor: family.vendor, now },
  ];
  for (const candidate of queries) {
    const found = candidate && listed(candidate);
    if (found) return found;
  }
  return undefined;
}

/** Whose prices count where no base URL says otherwise. */
const VENDOR_OF_KIND: Record<ProviderKind, string | undefined> = {
  openai: 'openai',
  'openai-chat': 'openai',
  anthropic: 'anthropic',
  scripted: undefined,
};

/** A server on this machine or in a private network. */
export function isLocal(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (host === 'localhost' || host === '::1' || host === '0.0.0.0') return true;
  // A name without a dot is a host of a private network, such as a compose service.
  if (!host.includes('.') && !host.includes(':')) return true;
  if (/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host)) return true;
  return isIPv4(host) && /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
}

function notesFor(
  query: LookupQuery,
  { family, local, profile }: { family: Family | undefined; local: boolean; profile: ModelProfile },
): string[] {
  const notes: string[] = [];
  if (!family && !query.overrides)
    notes.push(
      `${query.model} is not in the model registry. It is used with safe defaults: a window of ${profile.window} tokens and whole-file edits. Set what it can do under \`profiles\` in the server's configuration.`,
    );
  if (!profile.prices)
    notes.push(
      `The price of ${query.model} is not known. Its cost is shown as unknown, and a cost ceiling counts it as dear.`,
    );
  if (local && /:11434\b/.test(query.baseUrl ?? ''))
    notes.push(
      `Ollama cuts prompts silently at its own context size. Start it with OLLAMA_CONTEXT_LENGTH=${profile.window} or set a smaller \`window\` for ${query.model}.`,
    );
  return notes;
}
