/** The file that a listing under a name that does not exist was meant for. */
import type { RepoPath } from '../../lib/types.ts';
import type { ParseContext } from '../types.ts';
import type { FileTexts } from './file-texts.ts';
import { isKnown, staysInside } from './paths.ts';

/** The folders of the example that models copy: `path/to/a.py`. */
const EXAMPLE = /^(?:\w+\/)?path\/to\//;

/**
 * The one shown file that a listing's name was shortened from, or has an invented folder in front of. A listing replaces a file, so
 * the name alone is not believed: the content must repeat the file, and a folder that exists is no invention. Undefined for a new file.
 */
export function shownTarget(
  path: RepoPath,
  content: readonly string[],
  context: ParseContext,
  files: FileTexts,
): RepoPath | undefined {
  if (isKnown(path, context)) return undefined;
  const fits = context.shown.filter(
    (file) => file.endsWith(`/${path}`) || (path.endsWith(`/${file}`) && isInvented(path, context)),
  );
  const [only, ...others] = fits;
  if (only === undefined || others.length > 0 || files.isBlank(only)) return undefined;
  return EXAMPLE.test(path) || files.resembles(only, content) ? only : undefined;
}

function isInvented(path: RepoPath, { tree }: ParseContext): boolean {
  const [folder = ''] = path.split('/');
  return !staysInside(folder) || tree.read(folder) === undefined;
}
