/**
 * A shell that is asked to run apply_patch and nothing else. Models that learnt to edit with a shell send their patches that way, though no
 * shell is among the tools; any other command stays a call of a tool that does not exist.
 */
import type { ParseContext } from '../types.ts';
import { type Args, asObject, nameArguments } from './args.ts';
import { badArguments, type CallContext } from './call-context.ts';
import { readJson, unwrap } from './json.ts';
import { readPatchText } from './patch-text.ts';

const folderKeys = ['workdir', 'cwd', 'working_directory'];

/** Reads the patch of a shell command; false when the command is another. */
export function compileShell(text: string, to: CallContext): boolean {
  const parsed = readJson(text);
  const args = parsed.ok ? asObject(parsed.value) : undefined;
  const script = args && scriptOf(args);
  if (script === undefined) return false;
  const folder = folderOf(args ?? {}, to.context);
  if (folder === undefined) {
    badArguments(to, 'its work folder may be a folder of the repository; give paths from the root instead');
  } else readPatchText(to.draft, script, to.context, to.source, { complete: true, folder });
  return true;
}

/** `apply_patch PATCH`, or a script that is one call of it with a heredoc, or the bare patch. */
function scriptOf(args: Args): string | undefined {
  const named = nameArguments(args, ['command']);
  const command = named.ok ? unwrap(named.args.command) : undefined;
  const words = typeof command === 'string' ? [command] : command;
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) return undefined;
  const [first = '', ...rest] = words;
  const last = words.at(-1) ?? '';
  if (/^apply_?patch$/.test(first) && rest.length === 1) return last;
  const isShell = words.length === 1 || (words.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(first));
  return isShell && isPatchScript(last.trim()) ? last.trim() : undefined;
}

function isPatchScript(script: string): boolean {
  if (script.startsWith('*** Begin Patch')) return /\n\*\*\* End Patch$/.test(script);
  const head = script.split('\n', 1)[0] ?? '';
  const heredoc =
    /^(?:cd\s+(?:"[^"]+"|'[^']+'|[^\s;&|]+)\s*&&\s*)?apply_?patch\s*<<-?\s*(["']?)([A-Za-z_]\w{0,30})\1$/.exec(
      head.trim().slice(0, 800),
    );
  // What follows the end of the heredoc would be a further command.
  return (
    heredoc !== null &&
    script.split('\n').findIndex((line) => line.trim() === heredoc[2]) === script.split('\n').length - 1
  );
}

/** The folder that paths start from; undefined for an absolute one that could be a folder of the repository and not its root. */
function folderOf(args: Args, { tree }: ParseContext): string | undefined {
  const given = folderKeys.map((key) => args[key]).find((value) => typeof value === 'string');
  if (typeof given !== 'string') return '';
  const folder = given.trim().replaceAll('\\', '/').replace(/\/+$/, '');
  if (folder === '' || folder === '.') return '';
  if (!/^(?:[a-z]:|\/|~)/i.test(folder)) return folder;
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return tree.list().some((path) => path.startsWith(`${name}/`) || path.includes(`/${name}/`))
    ? undefined
    : '';
}
