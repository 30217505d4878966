/** A plan to be approved: its steps, all files that it may touch, its checks and its price. */
import { dollars, shortCommit, tokens } from './format.ts';
import { code, plain, prose } from './safe.ts';
import { paths } from './sections.ts';
import type { PlanEstimate, PlanFacts, RunFacts, Voice } from './types.ts';

/** What people see of a hash, and may write. */
export const shortHash = (hash: string) => hash.slice(0, 8);

/** Every word and every file that an approval would cover; what has to be cut for length says so. */
export function planSection(run: RunFacts, plan: PlanFacts, share: number, voice: Voice): string {
  const room = Math.max(400, (36_000 * share) / Math.max(1, plan.steps.length));
  return [
    prose(plan.intro, room),
    ...plan.steps.flatMap((step, index) => [
      heading(index + 1, step),
      prose(wordsOf(step.text, plan.intro), room),
    ]),
    facts(run, plan, share),
    next(plan, voice),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function heading(number: number, { title, files }: PlanFacts['steps'][number]): string {
  const name = plain(title, 160);
  const where = files.length === 0 ? '' : ` – ${paths(files, 6)}`;
  return `**${number}. ${name === '' ? 'The change' : name}**${where}`;
}

/** Without what is shown already: the words before the first step, and the heading of the step itself. */
function wordsOf(text: string, intro: string): string {
  const own = intro !== '' && text.startsWith(intro) ? text.slice(intro.length) : text;
  return own.trim().replace(/^#{1,6}[ \t]*(?:step|edit)[ \t]+\d[^\n]*\n?/i, '');
}

function facts({ base }: RunFacts, plan: PlanFacts, share: number): string {
  const most = Math.max(1, 60 * share);
  const there = plan.files.filter((file) => !file.isNew).map(({ path }) => path);
  const made = plan.files.filter((file) => file.isNew).map(({ path }) => path);
  const checks = plan.checks.map(({ kind, command }) => `${kind} ${code(command, 160)}`);
  return [
    ...(there.length === 0 ? [] : [`- Files to change: ${paths(there, most)}`]),
    ...(made.length === 0 ? [] : [`- Files to create: ${paths(made, most)}`]),
    `- Checks that will run: ${checks.length === 0 ? 'none is configured or found' : checks.join(', ')}`,
    `- Estimate: ${estimate(plan.estimate)}`,
    `- Made for ${code(base.branch)} at ${code(shortCommit(plan.base))}`,
  ].join('\n');
}

function estimate({ usd, tokens: sizes }: PlanEstimate): string {
  const range = (from: string, to: string) => (from === to ? from : `${from} to ${to}`);
  const size = `${range(tokens(sizes.least), tokens(sizes.most))} tokens`;
  return usd === undefined
    ? `${size}; the price is not known`
    : `${range(dollars(usd.least), dollars(usd.most))} (${size})`;
}

function next({ hash }: PlanFacts, { trigger, available }: Voice): string {
  const short = shortHash(hash);
  const how = available.has('approve')
    ? ` \`${trigger} approve ${short}\` carries out exactly this and touches no other file. To change it, \`${trigger} plan …\` again.`
    : '';
  return `This is plan ${code(short)}.${how}`;
}
