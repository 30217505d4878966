/** What is posted is cleaned of secrets, and says so where that changes what it is for. */
import { summaryEnd, summaryStart } from '../report/pull-request.ts';
import type { PatchText, RunFacts } from '../report/types.ts';

type Redact = (text: string) => string;

/** Patches as they may be shown; one that loses something for it is marked. */
export function shownPatches(patches: readonly PatchText[], redact: Redact): PatchText[] {
  return patches.map((patch) => {
    const text = redact(patch.text);
    return text === patch.text ? patch : { ...patch, text, isCut: true };
  });
}

/** The facts of a run as they may be shown. */
export function shownFacts(facts: RunFacts, redact: Redact): RunFacts {
  const { kept } = facts;
  if (kept?.kind !== 'patch') return facts;
  return { ...facts, kept: { ...kept, patches: shownPatches(kept.patches, redact) } };
}

/** The text of a pull request with our section cleaned; what people wrote around it stays, byte for byte. */
export function redactOurs(body: string, redact: Redact): string {
  const start = body.indexOf(summaryStart);
  const end = body.indexOf(summaryEnd, start);
  if (start < 0 || end < 0) return body;
  return body.slice(0, start) + redact(body.slice(start, end)) + body.slice(end);
}
