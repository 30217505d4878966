/** What a run that only looked has to tell: shown in its comment in place of commits. */
import { comparisons } from './evidence.ts';
import { code, fenced, inline, prose } from './safe.ts';
import { checkResult, details, failureDetails, verdicts } from './sections.ts';
import type { RunFacts } from './types.ts';

const headlines: Record<string, string> = {
  ask: 'Answered',
  map: 'Ranked',
  test: 'Checked',
  lint: 'Checked',
};

/** How a run of this verb that reached its end is called: `Done`, `Answered`. */
export function doneWord(verb: string): string {
  return Object.hasOwn(headlines, verb) ? (headlines[verb] ?? 'Done') : 'Done';
}

/** The answer itself; empty for runs that change something. */
export function answerSection(run: RunFacts, share: number): string {
  const { answer } = run;
  switch (answer?.kind) {
    case undefined:
      return '';
    case 'text':
      return prose(answer.text, Math.max(1_000, 30_000 * share));
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
