/** The settings in force, as `config` tells them. Keys are ours; values and messages come from a repository. */
import { count } from './format.ts';
import { code, inline } from './safe.ts';

export type SettingsFacts = {
  path: string;
  /** Whether the repository has the file at all. */
  exists: boolean;
} & (
  | { problems: readonly { line: number; message: string }[] }
  | {
      /** What was asked for; empty: everything. */
      wanted: string;
      settings: readonly { key: string; value: unknown; isWritten: boolean }[];
      /** Keys of the file that have no effect in this version. */
      idle: readonly string[];
    }
);

export function settingsText(facts: SettingsFacts): string {
  if ('problems' in facts) {
    const mistakes = count(facts.problems.length, 'mistake');
    return [
      `${code(facts.path)} on the default branch has ${mistakes}. Until ${facts.problems.length === 1 ? 'it is' : 'they are'} mended, no run starts:`,
      problemLines(facts.problems),
    ].join('\n\n');
  }
  const { settings, idle, wanted } = facts;
  if (settings.length === 0)
    return `There is no setting ${code(wanted, 60)} that has an effect in this version. Without a key, all are shown.`;
  const rows = settings.map(
    ({ key, value, isWritten }) => `| ${code(key)} | ${shown(value)} | ${isWritten ? 'file' : 'default'} |`,
  );
  return [
    facts.exists
      ? `Settings in force, from ${code(facts.path)} on the default branch:`
      : `There is no ${code(facts.path)} on the default branch, so the defaults hold:`,
    ['| Key | Value | From |', '| --- | --- | --- |', ...rows].join('\n'),
    ...(idle.length === 0
      ? []
      : [`Without effect in this version: ${idle.map((key) => code(key, 80)).join(', ')}.`]),
  ].join('\n\n');
}

/** The first mistakes of a settings file, one a line. */
export function problemLines(problems: readonly { line: number; message: string }[], most = 20): string {
  const lines = problems.slice(0, most).map(({ line, message }) => `- line ${line}: ${inline(message, 300)}`);
  const left = problems.length - lines.length;
  return [...lines, ...(left > 0 ? [`- … and ${left} more`] : [])].join('\n');
}

export function shown(value: unknown): string {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  return code(Array.isArray(value) ? value.join(', ') : String(value), 300);
}
