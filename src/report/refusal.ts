/** Why a push was refused and what to do about it, in words. */
import type { Refusal } from '../workspace/refusal.ts';

/** A sentence fragment without its full stop. Names of others stand in back-ticks; it goes through `inline` where it is shown. */
export function refusalWords(refusal: Refusal, branch: string): string {
  const target = quoted(branch);
  switch (refusal.kind) {
    case 'workflows':
      return `the App may not change workflow files, and ${quoted(refusal.path)} is one. An owner can grant it the permission \`workflows: write\`; or ask again without that file`;
    case 'secret': {
      const where =
        refusal.paths.length === 0 ? '' : ` in ${refusal.paths.slice(0, 5).map(quoted).join(', ')}`;
      return `GitHub’s push protection found a secret${where}. Nothing was pushed; ask again and say where the secret should come from instead`;
    }
    case 'signatures':
      return `${target} takes only signed commits. Set \`commits.sign\` to \`auto\` or \`api\` in .github/aider.yml, so that GitHub signs them, and ask again`;
    case 'rules':
      return `the rules of the repository do not let the App push to ${target}${said(refusal.rules)}. Let the App bypass them, or set \`branches.prefix\` to names that they allow, and ask again`;
    case 'too-large':
      return `a file is larger than GitHub takes${said(refusal.rules)}`;
    case 'permission':
      return 'the App has no right to write to this repository any more. An owner can grant it `contents: write`, and approve that in the settings of the installation';
    case 'archived':
      return 'this repository was archived meanwhile, so nothing can be pushed to it';
    case 'renamed':
      return 'this repository was renamed or moved meanwhile. Ask again, and its new name is used';
    case 'gone':
      return 'this repository is gone, or was taken from the App meanwhile';
    case 'other':
      return `the push to ${target} was refused: ${words(refusal.said)}`;
  }
}

/** What holds for the commits themselves, or for the whole repository: another branch would be refused as well. */
export function isHopelessElsewhere({ kind }: Refusal): boolean {
  return kind !== 'rules' && kind !== 'signatures' && kind !== 'other';
}

function said(rules: readonly string[]): string {
  return rules.length === 0 ? '' : ` (${rules.slice(0, 3).map(words).join('; ')})`;
}

const words = (text: string) => text.replaceAll('`', '').replace(/[.\s]+$/, '');

const quoted = (text: string) => `\`${words(text)}\``;
