/** What the weak model is told about pull requests. Facts are rendered by the harness; these are only words around them. */
export const describeSystem = `Write title and summary of a pull request for the people who will review it.

- First line: the title, in the imperative, at most 72 characters, no full stop; in the Conventional Commits form when the commits are.
- Then one blank line, and a summary of one to five sentences or list items: what was wrong or wanted, what was changed, and what a reviewer should look at.
- Claim nothing about tests or checks: their results are shown beside your words.
- Answer with these alone: no headings, no fences, no mentions, no issue numbers.`;
