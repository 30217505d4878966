/** apply_patch sent to a shell, as models do that were trained with one. */
import { isRecord, readJson, unwrap } from './json.ts';

const SHELLS = new Set([
  'shell',
  'bash',
  'localshell',
  'exec',
  'execcommand',
  'shellcommand',
  'executebash',
  'runcommand',
]);

/**
 * Whether a call of a shell does nothing but apply one patch: then it is read as a call of apply_patch. With any other command beside
 * it, that command would be lost without a word.
 */
export function isShellPatch(name: string, text: string): boolean {
  const plain = name.slice(0, 120).replace(/^.*[.:/](?=\w)/, '');
  if (!SHELLS.has(plain.replace(/[-_\s]/g, '').toLowerCase())) return false;
  const parsed = readJson(text);
  const args = parsed.ok ? unwrap(parsed.value) : undefined;
  const command = isRecord(args) ? unwrap(args.command ?? args.cmd) : undefined;
  const words = Array.isArray(command) ? command : [command];
  const script: unknown = words.at(-1);
  return typeof script === 'string' && isOnlyPatch(script, words.length === 2 ? words[0] : undefined);
}

function isOnlyPatch(script: string, program: unknown): boolean {
  const begin = script.indexOf('*** Begin Patch');
  const end = script.lastIndexOf('*** End Patch');
  if (begin < 0 || end < begin) return false;
  const before = script.slice(0, begin).trim();
  const after = script.slice(end + '*** End Patch'.length).trim();
  if (before === '') return after === '' && typeof program === 'string' && /^apply_?patch$/.test(program);
  const heredoc = /^(?:cd [^\n;&|<>$`]{1,300}&& ?)?apply_?patch <<-? ?(["']?)([A-Za-z_]\w{0,30})\1$/.exec(
    before,
  );
  return heredoc !== null && after === heredoc[2];
}
