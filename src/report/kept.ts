/** Where the commits are that did not reach their branch, and how to get them from there. */
import { count, shortCommit } from './format.ts';
import { code, fenced, ownLink, plain, visible } from './safe.ts';
import { details } from './sections.ts';
import type { KeptWork, RunFacts, Voice } from './types.ts';

/** Most characters of patches in a comment; beyond that nobody reads them there. */
const LONGEST = 40_000;

/** Empty when everything is where it was meant to be. */
export function keptWork(run: RunFacts, { trigger, available }: Voice, share: number): string {
  const { kept, commits } = run;
  if (!kept) return '';
  const again = available.has('retry') ? ` \`${trigger} retry\` makes them anew.` : '';
  switch (kept.kind) {
    case 'branch':
      return onBranch(kept, commits.length);
    case 'patch':
      return kept.patches.length === 0
        ? `What was changed is not shown here, since it would publish the secret.${again}`
        : patchDetails(kept, share);
  }
}

function onBranch({ branch, page }: Extract<KeptWork, { kind: 'branch' }>, commits: number): string {
  const open = page === undefined ? '' : ` ${ownLink('Compare, or open a pull request', page)}.`;
  return `${count(commits, 'commit')} ${commits === 1 ? 'is' : 'are'} kept on ${code(branch)}.${open}`;
}

/** Commits as a folded patch, as many as fit, with what a reader has to know to use it. */
export function patchDetails(
  { base, patches, withheld }: Omit<Extract<KeptWork, { kind: 'patch' }>, 'kind'>,
  share: number,
): string {
  const shown: string[] = [];
  let room = LONGEST * share;
  // Each builds on the one before, so the first that does not fit ends it.
  for (const { text } of patches) {
    room -= text.length;
    if (room < 0) break;
    shown.push(text.trimEnd());
  }
  const left = patches.slice(shown.length);
  const isCut = patches.slice(0, shown.length).some((patch) => patch.isCut);
  const all = shown.join('\n\n');
  const remarks = [
    ...(shown.length === 0
      ? []
      : [`To apply: check out ${code(shortCommit(base))} and save what is below to a file for \`git am\`.`]),
    ...(visible(all) === all ? [] : ['Invisible characters are left out of it, so it may not apply.']),
    ...(isCut ? ['What looks like a secret is left out of it, so it may not apply.'] : []),
    ...withheld.slice(0, 10).map((path) => `${code(path, 160)} is left out, since it holds the secret.`),
    ...(left.length === 0
      ? []
      : [
          `Too large to be shown: ${left
            .slice(0, 10)
            .map(({ subject }) => plain(subject, 120))
            .join('; ')}.`,
        ]),
  ].join(' ');
  if (shown.length === 0) return remarks;
  return details(
    `The changes as a patch (${count(shown.length, 'commit')})`,
    `${remarks}\n\n${fenced(all, { language: 'diff', max: Number.MAX_SAFE_INTEGER })}`,
  );
}
