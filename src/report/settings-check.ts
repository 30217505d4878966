/** What a pull request would do to the settings, and what is said while those of the default branch cannot be read. */
import { count } from './format.ts';
import { code, plain } from './safe.ts';
import { problemLines, shown } from './settings.ts';
import type { Voice } from './types.ts';

/** `line` and `column` count from 1. Messages are by the harness and may quote the file. */
interface SettingsProblem {
  line: number;
  column: number;
  message: string;
}

export type SettingsCheckFacts = { path: string } & (
  | { problems: readonly SettingsProblem[] }
  | {
      /** Settings in force that differ from those of the default branch; values come from a repository. */
      changes: readonly { key: string; before: unknown; after: unknown }[];
      /** Keys of the file that have no effect in this version. */
      idle: readonly string[];
    }
);

interface SettingsAnnotation {
  path: string;
  start_line: number;
  end_line: number;
  annotation_level: 'failure';
  title: string;
  message: string;
}

export interface SettingsCheck {
  conclusion: 'success' | 'failure';
  title: string;
  /** Markdown. */
  summary: string;
  annotations: SettingsAnnotation[];
}

/** The check of a settings file that a pull request adds or changes. */
export function settingsCheck(facts: SettingsCheckFacts): SettingsCheck {
  if ('problems' in facts) {
    const mistakes = count(facts.problems.length, 'mistake');
    return {
      conclusion: 'failure',
      title: `${facts.path} has ${mistakes}`,
      summary: [
        `With ${code(facts.path)} as it is here, no run would start any more:`,
        problemLines(facts.problems),
      ].join('\n\n'),
      annotations: facts.problems.map(({ line, message }) => ({
        path: facts.path,
        start_line: line,
        end_line: line,
        annotation_level: 'failure',
        title: 'aiderbot cannot read this',
        message,
      })),
    };
  }
  return {
    conclusion: 'success',
    title: `${facts.path} can be read`,
    summary: [
      `${code(facts.path)} has no mistakes. Settings count once they are on the default branch.`,
      changed(facts.changes),
      ...(facts.idle.length === 0
        ? []
        : [`Without effect in this version: ${facts.idle.map((key) => code(key, 80)).join(', ')}.`]),
    ].join('\n\n'),
    annotations: [],
  };
}

function changed(changes: readonly { key: string; before: unknown; after: unknown }[]): string {
  if (changes.length === 0) return 'Nothing that has an effect changes.';
  const rows = changes.map(
    ({ key, before, after }) => `| ${code(key)} | ${shown(before)} | ${shown(after)} |`,
  );
  return [
    `What would change (${count(changes.length, 'setting')}):`,
    ['| Key | Now | Then |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

export interface BrokenSettings {
  path: string;
  branch: string;
  problems: readonly SettingsProblem[];
}

/** Title and body of the issue that stands open while the settings of the default branch cannot be read. */
export function settingsIssue(
  { path, branch, problems }: BrokenSettings,
  { trigger }: Voice,
): { title: string; body: string } {
  return {
    title: `Settings of aiderbot cannot be read (${path})`,
    body: [
      `${code(path)} on ${code(branch)} has ${count(problems.length, 'mistake')}, so no run starts until ${problems.length === 1 ? 'it is' : 'they are'} mended. ${code(`${trigger} help`)}, ${code(`${trigger} status`)} and ${code(`${trigger} config`)} work meanwhile.`,
      problemLines(problems, 50),
      `A pull request that mends the file gets a check which names each line that is still wrong. This issue is closed as soon as the file on ${code(branch)} can be read.`,
    ].join('\n\n'),
  };
}

/** The last comment on that issue. */
export function settingsMended(path: string, branch: string): string {
  return `${code(path)} on ${plain(branch, 100)} can be read again, so runs can start. Thanks!`;
}
