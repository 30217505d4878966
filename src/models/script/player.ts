/** Plays a script: which entry answers a request, and whether the session followed the script. Pure state, no clock. */
import type { Purpose } from '../types.ts';
import { type Script, type ScriptEntry, ScriptError, textMatcher } from './schema.ts';

/** What an entry can be matched against. */
export interface SeenRequest {
  model: string;
  purpose?: Purpose;
  system: string;
  /** The last message of the user or of a tool. */
  user: string;
  /** All messages, joined. */
  all: string;
}

export type Pick = { ok: true; entry: ScriptEntry; index: number } | { ok: false; message: string };

export interface ScriptPlayer {
  readonly script: Script;
  /** The entry for this request; a request that the script does not expect is remembered as a problem. */
  next(request: SeenRequest): Pick;
  /** Everything in which the session did not follow the script so far, missing requests included. */
  problems(): string[];
  /** Throws a `ScriptError` with all problems. */
  assertFinished(): void;
}

export function createScriptPlayer(script: Script): ScriptPlayer {
  const used = script.entries.map(() => 0);
  const unexpected: string[] = [];
  let requests = 0;

  const isOpen = (index: number) => {
    const times = script.entries[index]?.times ?? 1;
    return times !== 'any' && (used[index] ?? 0) < times;
  };
  const openEntries = () => script.entries.map((_, index) => index).filter(isOpen);
  const matches = (index: number, request: SeenRequest) => {
    const entry = script.entries[index];
    return entry !== undefined && mismatch(entry, request, script) === undefined;
  };

  function choose(request: SeenRequest): number | undefined {
    const open = openEntries();
    const candidates = script.order === 'strict' ? open.slice(0, 1) : open;
    const always = script.entries.flatMap((entry, index) => (entry.times === 'any' ? [index] : []));
    return [...candidates, ...always].find((index) => matches(index, request));
  }

  function problems(): string[] {
    const missing = openEntries().map(
      (index) =>
        `SCRIPT: ${describeEntry(script, index)} was never asked for (${used[index] ?? 0} of ${script.entries[index]?.times} requests came).`,
    );
    return [...unexpected, ...missing];
  }

  return {
    script,
    next(request) {
      requests += 1;
      const index = choose(request);
      const entry = index === undefined ? undefined : script.entries[index];
      if (index !== undefined && entry) {
        used[index] = (used[index] ?? 0) + 1;
        return { ok: true, entry, index };
      }
      const message = `SCRIPT: request ${requests} (${describeRequest(request)}) was not expected. ${expectation(openEntries(), request, script)}`;
      unexpected.push(message);
      return { ok: false, message };
    },
    problems,
    assertFinished() {
      const found = problems();
      if (found.length > 0) throw new ScriptError(found.join('\n'));
    },
  };
}

/** Why an entry does not fit a request, or undefined when it does. */
function mismatch(entry: ScriptEntry, request: SeenRequest, script: Script): string | undefined {
  const { when } = entry;
  if (!when) return undefined;
  if (when.purpose && !hasPurpose(request, when.purpose, script)) return `wants the ${when.purpose}`;
  const texts = { model: request.model, user: request.user, system: request.system, anywhere: request.all };
  for (const field of ['model', 'user', 'system', 'anywhere'] as const) {
    const wanted = when[field];
    if (wanted && !textMatcher(wanted)(texts[field]))
      return `wants ${field} to match ${JSON.stringify(wanted)}`;
  }
  return undefined;
}

function hasPurpose(request: SeenRequest, purpose: Purpose, script: Script): boolean {
  if (request.purpose) return request.purpose === purpose;
  const named = script.models[purpose];
  return named === undefined ? request.model.includes(purpose) : request.model === named;
}

function expectation(open: number[], request: SeenRequest, script: Script): string {
  const next = open[0];
  if (next === undefined) return `All ${script.entries.length} entries of the script are used up.`;
  const candidates = script.order === 'strict' ? [next] : open.slice(0, 5);
  const reasons = candidates.map((index) => {
    const entry = script.entries[index];
    return `${describeEntry(script, index)} ${entry ? mismatch(entry, request, script) : ''}`;
  });
  return `Expected: ${reasons.join('; ')}.`;
}

function describeEntry(script: Script, index: number): string {
  const name = script.entries[index]?.name;
  return `entry ${index + 1} of ${script.entries.length}${name ? ` "${name}"` : ''}`;
}

function describeRequest(request: SeenRequest): string {
  const start = request.user.replace(/\s+/g, ' ').trim().slice(0, 120);
  return `model ${request.model}, last user message ${JSON.stringify(start)}`;
}
