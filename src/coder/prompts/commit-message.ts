/** What the weak model is told about commit messages. The harness enforces the form whatever it answers. */
export const commitMessageSystem = `Write the message of one git commit in the Conventional Commits form.

- First line: type(optional scope): what the change does, in the imperative, at most 72 characters, no full stop.
- If the reason is not plain from the first line, one blank line and one to three sentences of reason.
- Answer with the message alone: no quotes, no fences, no trailers.`;
