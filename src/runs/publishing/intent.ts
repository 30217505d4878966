/** How a pull request is to be opened: by the settings, and by what was proved. */
import type { RepositoryConfig } from '../../config/repository.ts';
import type { CheckFacts, Outcome } from '../../report/types.ts';

export type Intent = 'ready' | 'draft' | 'none';

/** Finished, and every check passed; without any check nothing is proved. */
export function isGreen(outcome: Outcome, final: readonly CheckFacts[]): boolean {
  return outcome.kind === 'done' && final.length > 0 && final.every(({ status }) => status === 'green');
}

export function intentOf(
  { pull_request: { draft }, verify: { require_green: required } }: RepositoryConfig,
  green: boolean,
): Intent {
  if (!green && required === 'block') return 'none';
  switch (draft) {
    case 'always':
      return 'draft';
    case 'never':
      return 'ready';
    case 'until-green':
      return green || required === 'ignore' ? 'ready' : 'draft';
  }
}
