/** What git printed when a push was refused, as a reason that can be told and acted on. */
import { z } from 'zod';

export const refusalSchema = z.discriminatedUnion('kind', [
  /** The App lacks the permission `workflows`; `path` is the file that it may not write. */
  z.object({ kind: z.literal('workflows'), path: z.string() }),
  /** Push protection found a secret. `paths`: the files, where GitHub names them. */
  z.object({ kind: z.literal('secret'), paths: z.array(z.string()) }),
  /** The branch takes only commits with a verified signature. */
  z.object({ kind: z.literal('signatures') }),
  /** Branch protection or a ruleset; `rules` in GitHub's words. */
  z.object({ kind: z.literal('rules'), rules: z.array(z.string()) }),
  z.object({ kind: z.literal('too-large'), rules: z.array(z.string()) }),
  /** The App may not write to the repository (any more). */
  z.object({ kind: z.literal('permission') }),
  z.object({ kind: z.literal('archived') }),
  /** The name leads elsewhere now. */
  z.object({ kind: z.literal('renamed') }),
  /** Deleted, or taken from the App. */
  z.object({ kind: z.literal('gone') }),
  z.object({ kind: z.literal('other'), said: z.string() }),
]);
export type Refusal = z.infer<typeof refusalSchema>;

/**
 * Reads git's standard error (in the C locale). Undefined when nobody refused: a lost connection, a server that is down.
 * The texts are GitHub's: GH001 large files, GH006 protected branches, GH009 and GH013 push protection and rulesets.
 */
export function readRefusal(said: string): Refusal | undefined {
  // GitHub sends an invisible filler at the end of some lines, and git pads what a remote says.
  const lines = said.split('\n').map((line) => line.replace(/^remote: ?/, '').replace(/[\u001b\s]+$/, ''));
  const text = lines.join('\n');
  const workflow =
    /refusing to allow .{1,60} to create or update workflow [`'"]?([^`'"\n]{1,300})[`'"]? without/i.exec(
      text,
    );
  if (workflow) return { kind: 'workflows', path: workflow[1] ?? '' };
  if (/GH009|secret scanning|push protection|cannot contain secrets/i.test(text))
    return { kind: 'secret', paths: secretPaths(lines) };
  if (/GH001|exceeds GitHub's file size limit/i.test(text))
    return { kind: 'too-large', rules: rulesIn(lines, /exceeds|large files/i) };
  if (/GH006|GH013|protected branch|rule violations/i.test(text)) {
    if (/verified signature|must be signed|require.{0,20}signed/i.test(text)) return { kind: 'signatures' };
    return { kind: 'rules', rules: rulesIn(lines, /^\s*- \S|^error: (?!GH0\d\d|failed to push)/) };
  }
  if (/archived so it is read-only/i.test(text)) return { kind: 'archived' };
  if (/returned error: 30[1278]|redirect/i.test(text)) return { kind: 'renamed' };
  if (/repository .{0,300} ?not found|returned error: 404/i.test(text)) return { kind: 'gone' };
  if (/permission to .{1,200} denied|write access to repository not granted|returned error: 403/i.test(text))
    return { kind: 'permission' };
  if (/\[remote rejected\]|refusing to allow|pre-receive hook declined/i.test(text))
    return { kind: 'other', said: rejection(lines) };
  return undefined;
}

/** Files of a push-protection report: lines such as `path: config/keys.ts:4`. */
function secretPaths(lines: readonly string[]): string[] {
  const found = lines.flatMap((line) => /^\s*path:\s*(.{1,500}?)(?::\d+)?$/.exec(line)?.[1] ?? []);
  return [...new Set(found)];
}

function rulesIn(lines: readonly string[], wanted: RegExp): string[] {
  const found = lines
    .filter((line) => wanted.test(line))
    .map((line) => line.replace(/^\s*(?:- |error: )/, '').trim());
  return [...new Set(found)].slice(0, 5);
}

/** What stands behind `! [remote rejected]`, or the last words. */
function rejection(lines: readonly string[]): string {
  const line =
    lines.find((one) => one.includes('[remote rejected]')) ?? lines.findLast((one) => one !== '') ?? '';
  return (/\(([^()]+)\)\s*$/.exec(line)?.[1] ?? line.trim()).slice(0, 300);
}
