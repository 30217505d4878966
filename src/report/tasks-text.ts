/** The reply to `task`: what the settings describe, and how to ask for it. */
import { code, plain } from './safe.ts';

export interface TaskFacts {
  id: string;
  /** A cron line, in UTC. */
  schedule: string;
  prompt: string;
  paths: readonly string[];
}

export function tasksText(
  { tasks, unknown }: { tasks: readonly TaskFacts[]; unknown?: string | undefined },
  trigger: string,
): string {
  const refusal =
    unknown === undefined
      ? []
      : [
          `${code(unknown, 80)} is neither \`list\` nor \`run\` with one of the tasks here. Nothing was started.`,
        ];
  if (tasks.length === 0) {
    return [
      ...refusal,
      'The settings describe no tasks. They stand under `tasks` in `.github/aider.yml`.',
    ].join('\n\n');
  }
  return [
    ...refusal,
    [
      '| Task | What it does | Where |',
      '| --- | --- | --- |',
      ...tasks.map(
        ({ id, prompt, paths }) =>
          `| ${code(id)} | ${plain(prompt.split('\n')[0] ?? '', 160)} | ${paths.length === 0 ? 'everywhere' : paths.map((path) => code(path)).join(', ')} |`,
      ),
    ].join('\n'),
    `\`${trigger} task run <task>\` runs one now; this version does not run them by their schedule.`,
  ].join('\n\n');
}
