/** Closing keywords: `Closes #12`, `fixes owner/repo#3`, `Resolved https://…/issues/4`. */
import { fullName } from '../lookup.ts';
import type { Issue, Repo } from '../world.ts';

const keyword =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:https?:\/\/[^\s/]+\/([\w.-]+\/[\w.-]+)\/issues\/|([\w.-]+\/[\w.-]+)?#)(\d+)\b/gi;

/** The open issues of this repository that the text closes when it reaches the default branch. */
export function closedByKeywords(repo: Repo, text: string | null): Issue[] {
  const found = new Set<Issue>();
  for (const [, byUrl, byName, number] of (text ?? '').matchAll(keyword)) {
    const named = byUrl ?? byName;
    if (named !== undefined && named.toLowerCase() !== fullName(repo).toLowerCase()) continue;
    const issue = repo.issues.get(Number(number));
    if (issue && !issue.pull && issue.state === 'open') found.add(issue);
  }
  return [...found];
}
