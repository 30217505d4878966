/** The parts that comments and pull request bodies share. `share` (1 to 0) scales how much is told; see `fitting`. */
import { type Comparison, comparisons, type Verdict } from './evidence.ts';
import { capitalised, count, dollars, duration, listed, tokens } from './format.ts';
import { code, fenced, inline, person, plain, plainHtml } from './safe.ts';
import type { CheckFacts, ContextFact, ModelUse, RunFacts, Spending } from './types.ts';

/** `summary` stands inside HTML: words of ours, or through `plainHtml`. */
export function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** A list that says how much it leaves out. */
function bullets(lines: readonly string[], most: number): string {
  const shown = lines.slice(0, Math.max(0, Math.floor(most))).map((line) => `- ${line}`);
  const left = lines.length - shown.length;
  return [...shown, ...(left > 0 ? [`- … and ${left} more`] : [])].join('\n');
}

/** A fragment as a sentence of its own. */
export function sentence(text: string): string {
  if (text === '') return '';
  return capitalised(/[.!?…]$/.test(text) ? text : `${text}.`);
}

/** Who stands behind a run: a person, or the settings of the repository. */
export function askedBy({ thread, requester }: Pick<RunFacts, 'thread' | 'requester'>): string {
  return thread.kind === 'task'
    ? `Asked by the schedule of the task ${code(thread.id)}`
    : `Asked by ${person(requester)}`;
}

/** Paths in a table cell or a line. */
export function paths(all: readonly string[], most: number): string {
  const shown = all.slice(0, Math.max(1, Math.floor(most))).map((path) => code(path, 160));
  const left = all.length - shown.length;
  return [...shown, ...(left > 0 ? [`… ${left} more`] : [])].join(', ');
}

export function contextDetails(context: readonly ContextFact[], share: number): string {
  if (context.length === 0) return '';
  const lines = context.map(({ path, reasons }) => {
    const why = reasons.map((reason) => inline(reason, 120)).join('; ');
    return `${code(path, 160)}${why === '' ? '' : ` – ${why}`}`;
  });
  return details(`Files in context (${context.length})`, bullets(lines, 100 * share));
}

export const verdicts: Record<Verdict, string> = {
  green: '✅',
  mended: '✅ mended',
  'still-red': '⚠️ red before, too',
  broken: '❌',
  'fewer-tests': '❌ fewer tests than before',
  unproved: '⚠️ proves nothing',
  'not-run': '⚠️ not run',
};

/** One row per check: the exact command, and its result on the base commit and on the last commit. */
export function checksTable(run: RunFacts, share: number): string {
  const all = comparisons(run);
  if (all.length === 0) return 'No lint or test command is configured, so nothing was checked.';
  const rows = all
    .slice(0, Math.max(1, Math.floor(30 * share)))
    .map(
      ({ kind, command, before, after, verdict }) =>
        `| ${kind} ${code(command, 160)} | ${checkResult(before)} | ${checkResult(after)} | ${verdicts[verdict]} |`,
    );
  const left = all.length - rows.length;
  return [
    '| Check | Before | After | |',
    '| --- | --- | --- | --- |',
    ...rows,
    ...(left > 0 ? ['', `… and ${count(left, 'check')} more.`] : []),
  ].join('\n');
}

/** What came of one check, for a table cell. */
export function checkResult(check: CheckFacts | undefined): string {
  if (!check) return 'not run';
  const took = check.durationMs < 1000 ? ', &lt;1s' : `, ${duration(check.durationMs)}`;
  if (!check.tests) return `${plain(check.reason, 160)}${took}`;
  const { found, passed, failed, skipped } = check.tests;
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  // Counts alone would read as a success when the run was cut off.
  const cut = check.status === 'not-green' ? ` – ${plain(check.reason, 120)}` : '';
  return `${parts.join(', ')} of ${found}${cut}${took}`;
}

/** What still fails after the run: names where they are known, else the end of the output. */
export function failureDetails(run: RunFacts, share: number): string {
  return comparisons(run)
    .flatMap((comparison) => failure(comparison, share) ?? [])
    .join('\n\n');
}

function failure({ kind, command, after, verdict }: Comparison, share: number): string | undefined {
  if (!after || verdict === 'green' || verdict === 'mended') return undefined;
  const failures = after.tests?.failures ?? [];
  const title = `${capitalised(kind)}: ${plainHtml(after.reason, 160)}`;
  if (failures.length > 0) {
    const lines = failures.map(({ name, message, file, line }) => {
      const where =
        file === undefined ? '' : ` in ${code(line === undefined ? file : `${file}:${line}`, 160)}`;
      const said = message === undefined ? '' : ` – ${plain(message, 240)}`;
      return `${code(name, 200)}${where}${said}`;
    });
    return details(title, bullets(lines, 30 * share));
  }
  const output = [after.log.head, after.log.tail]
    .filter((part) => part !== '')
    .join(after.log.truncated ? '\n…\n' : '');
  if (output.trim() === '') return details(title, `${code(command, 160)} printed nothing.`);
  return details(title, fenced(output, { max: Math.max(400, 4_000 * share) }));
}

/** Steps that were planned and not made, and commands that were suggested and not run. */
export function notDone(run: RunFacts, share: number): string {
  const dropped = run.dropped.map(({ title, reason }) => `${inline(title, 160)}: ${inline(reason, 300)}`);
  const suggested = run.suggestions.map(
    (command) => `Suggested by the model and not run: ${code(command, 200)}`,
  );
  return bullets([...dropped, ...suggested], 40 * share);
}

/** What the parser, the edit engine and the pipeline noted on the way; each note once. */
export function notes(run: RunFacts, share: number): string {
  const direct = run.final.some((check) => check.environment === 'direct');
  const all = [
    ...run.command.notes,
    ...run.notes.map((note) => inline(note, 300)),
    ...run.commits.flatMap((commit) => commit.notes.map((note) => inline(note, 300))),
    ...(direct ? ['The checks ran without a sandbox, with the rights of this machine.'] : []),
  ];
  return bullets([...new Set(all)], 40 * share);
}

/** `$0.08 of $2.00`, or tokens when no price is known; empty when no model was called. */
export function cost({ usd, limitUsd, models }: Spending): string {
  if (models.length === 0) return '';
  const limit = limitUsd === undefined ? '' : ` of ${dollars(limitUsd)}`;
  if (usd !== undefined) return `${dollars(usd)}${limit}`;
  const total = models.reduce((sum, use) => sum + use.input + use.output, 0);
  return `${tokens(total)} tokens`;
}

/** Who did what at what cost, in one line. */
export function runLine(run: RunFacts): string {
  const models = run.spending.models.map(modelUse);
  const price = run.spending.usd === undefined ? 'price not known' : dollars(run.spending.usd);
  const { used, allowed } = run.reflections;
  const parts = [
    ...(models.length === 0 ? [] : [listed(models)]),
    price,
    ...(used === 0 ? [] : [`${count(used, 'reflection')} (at most ${allowed})`]),
    duration(run.elapsedMs),
    `run ${code(run.id, 40)}`,
  ];
  return parts.join(' · ');
}

function modelUse({ role, model, input, cachedInput, output }: ModelUse): string {
  const cached = cachedInput === 0 ? '' : `, ${tokens(cachedInput)} cached`;
  return `${role} ${code(model, 80)} (${tokens(input)} in${cached}, ${tokens(output)} out)`;
}
