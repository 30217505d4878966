/** Why GitHub refuses a push: rulesets (GH013), protected branches (GH006), workflow files of an App without permission. */
import { fullName } from '../lookup.ts';
import type { PushRule, Repo, World } from '../world.ts';

export interface Refusal {
  /** What the pusher reads as `remote: …` lines. */
  message: string;
  /** What stands behind `! [remote rejected]`. */
  reason: string;
}

/** Glob over branch names: `*` matches anything. */
export function ruleApplies(rule: PushRule, branch: string): boolean {
  const pattern = rule.branches.replaceAll(/[.+?^$()|[\]\\{}]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${pattern}$`).test(branch);
}

/** The refusal of one ref update by the repository's rules, or undefined. `signed` tells whether GitHub signed `after`. */
export function refusalOf(world: World, repo: Repo, ref: string, signed: boolean): Refusal | undefined {
  const branch = ref.replace(/^refs\/heads\//, '');
  if (branch === ref) return undefined;
  for (const rule of repo.rules.filter((it) => ruleApplies(it, branch))) {
    if (rule.kind === 'protected')
      return {
        message: `error: GH006: Protected branch update failed for ${ref}.\nerror: Changes must be made through a pull request.`,
        reason: 'protected branch hook declined',
      };
    if (rule.kind === 'signed' && signed) continue;
    return rulesetRefusal(
      world,
      repo,
      ref,
      rule.kind === 'signed' ? 'Commits must have verified signatures.' : rule.violation,
    );
  }
  return undefined;
}

export function rulesetRefusal(world: World, repo: Repo, ref: string, violation: string): Refusal {
  const page = `${world.urls.webUrl}/${fullName(repo)}/rules?ref=${encodeURIComponent(ref)}`;
  return {
    message: `error: GH013: Repository rule violations found for ${ref}.\nReview all repository rules at ${page}\n\n- ${violation}\n`,
    reason: 'push declined due to repository rule violations',
  };
}

export function workflowRefusal(file: string): Refusal {
  return {
    message: '',
    reason: `refusing to allow a GitHub App to create or update workflow \`${file}\` without \`workflows\` permission`,
  };
}
