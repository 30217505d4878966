/** The pre-receive hook of every repository: a real refusal, after the objects arrived and before a ref moves. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * `STANDIN_REFUSE` names a file; when it has text the push is refused with that text. Otherwise, with
 * `STANDIN_NO_WORKFLOWS`, each new commit is searched for workflow files; the first one found is written to that file.
 */
const script = `#!/bin/sh
if [ -s "$STANDIN_REFUSE" ]; then
  cat "$STANDIN_REFUSE" >&2
  exit 1
fi
[ -n "$STANDIN_NO_WORKFLOWS" ] || exit 0
zeros=0000000000000000000000000000000000000000
while read -r before after ref; do
  [ "$after" = "$zeros" ] && continue
  for commit in $(git rev-list "$after" --not --all); do
    file=$(git diff-tree --root --no-commit-id --name-only -r "$commit" -- .github/workflows | head -n 1)
    if [ -n "$file" ]; then
      printf '%s' "$file" > "$STANDIN_REFUSE.workflow"
      exit 1
    fi
  done
done
exit 0
`;

/** Writes the hook below `dataDir` and returns the folder for `core.hooksPath`. */
export async function installHook(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'hooks');
  const file = path.join(folder, 'pre-receive');
  await mkdir(folder, { recursive: true });
  await writeFile(file, script);
  await chmod(file, 0o755);
  return folder;
}
