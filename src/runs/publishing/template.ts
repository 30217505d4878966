/** The repository's own template for the text of pull requests. */
import { trackedPaths } from '../../workspace/staged.ts';
import { fileAt, type Workspace } from '../../workspace/workspace.ts';

/** Where GitHub looks for it, in this order, whatever the case of the letters. */
const places = ['.github', '', 'docs'].flatMap((folder) =>
  ['md', 'txt'].map((ending) => `${folder === '' ? '' : `${folder}/`}pull_request_template.${ending}`),
);

/** As it was before the run changed anything; undefined where there is none. */
export async function pullRequestTemplate(workspace: Workspace): Promise<string | undefined> {
  const tracked = await trackedPaths(workspace);
  for (const place of places) {
    const found = tracked.find((path) => path.toLowerCase() === place);
    const text = found && (await fileAt(workspace, workspace.base, found));
    if (text) return text;
  }
  return undefined;
}
