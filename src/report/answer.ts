/** What a run of another verb than `fix` has to tell in its comment. */
import { comparisons } from './evidence.ts';
import { count, shortCommit } from './format.ts';
import { planSection } from './plan.ts';
import { code, fenced, inline, plain, prose } from './safe.ts';
import { checkResult, checksTable, details, failureDetails, paths, verdicts } from './sections.ts';
import type { RunFacts, Voice } from './types.ts';

const headlines: Record<string, string> = {
  ask: 'Answered',
  map: 'Ranked',
  test: 'Checked',
  lint: 'Checked',
  undo: 'Undone',
  redo: 'Brought back',
};

/** How a run of this verb that reached its end is called: `Done`, `Answered`. */
export function doneWord(verb: string): string {
  return Object.hasOwn(headlines, verb) ? (headlines[verb] ?? 'Done') : 'Done';
}

/** How a run of this verb that was refused is called. */
export function notDoneWord(verb: string): string {
  return verb === 'undo' ? 'Nothing undone' : verb === 'redo' ? 'Nothing brought back' : 'Not started';
}

function longProse(text: string, most: number): string {
  const shown = prose(text, most);
  const left = text.trim().length - Math.floor(most);
  if (left <= 0) return shown;
  return `${shown}\n\n*The last ${left} characters are left out: a comment holds no more.*`;
}

/** The answer itself; empty for a `fix`. */
export function answerSection(run: RunFacts, share: number, voice: Voice): string {
  const { answer } = run;
  switch (answer?.kind) {
    case undefined:
      return '';
    case 'plan':
      return planSection(run, answer.plan, share, voice);
    case 'diff':
      return [
        `Nothing was pushed (\`--dry-run\`). These are the changes of ${count(answer.commits, 'commit')}:`,
        fenced(answer.text, { language: 'diff', max: Math.max(1_000, 30_000 * share) }),
        checksTable(run, share),
        failureDetails(run, share),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    case 'merged': {
      const resolved =
        answer.resolved.length === 0
          ? 'There were no conflicts.'
          : `Conflicts in ${paths(answer.resolved, 20 * share)} were resolved by the model: please read them.`;
      return [
        `${code(answer.branch, 160)} at ${code(shortCommit(answer.commit))} is merged into the branch. ${resolved}`,
        checksTable(run, share),
        failureDetails(run, share),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    }
    case 'text':
      if (run.inThreads) return 'The answer stands in the thread of the review comment that asked.';
      return longProse(answer.text, Math.max(1_000, 30_000 * share));
    case 'taken-back': {
      const done = run.commits.map(({ id, subject }) => `${code(shortCommit(id))} ${plain(subject, 120)}`);
      const lines = answer.commits.map(
        ({ id, subject }) => `- ${code(shortCommit(id))} ${plain(subject, 120)}`,
      );
      return [
        `${done.join(', ')} takes back:`,
        lines.join('\n'),
        checksTable(run, share),
        failureDetails(run, share),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    }
    case 'checks': {
      const rows = comparisons(run).map(
        ({ kind, command, after, verdict }) =>
          `| ${kind} ${code(command, 160)} | ${checkResult(after)} | ${verdicts[verdict]} |`,
      );
      const table = ['| Check | Result | |', '| --- | --- | --- |', ...rows].join('\n');
      return [table, failureDetails(run, share)].filter((part) => part !== '').join('\n\n');
    }
    case 'map': {
      const files = answer.ranked.slice(0, Math.max(1, Math.floor(answer.ranked.length * share)));
      const lines = files.map(({ path, reasons }) => {
        const why = reasons.map((reason) => inline(reason, 120)).join('; ');
        return `1. ${code(path, 160)}${why === '' ? '' : ` – ${why}`}`;
      });
      return [
        lines.length === 0 ? 'Nothing in the request speaks for any file.' : lines.join('\n'),
        ...(answer.map.trim() === ''
          ? []
          : [
              details(
                `Map (${answer.tokens} tokens)`,
                fenced(answer.map, { max: Math.max(1_000, 40_000 * share) }),
              ),
            ]),
      ].join('\n\n');
    }
  }
}
