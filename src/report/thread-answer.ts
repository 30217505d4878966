/** The reply in a review thread: the commit that settles it, or why there is none. */
import { evidence } from './evidence.ts';
import { shortCommit } from './format.ts';
import { code, ownLink, person, plain, prose } from './safe.ts';
import type { CommitFacts, RunFacts, Voice } from './types.ts';

/**
 * `point` is the number of the comment among the `points` that the run was about. Where the run has one commit for each
 * point, the reply names that one; otherwise it names them all.
 */
export function threadAnswer(
  run: RunFacts,
  { point, points }: { point: number; points: number },
  { trigger, available }: Voice,
): string {
  if (run.answer?.kind === 'text') return prose(run.answer.text, 30_000);
  if (run.outcome?.kind === 'needs-answer' && run.commits.length === 0)
    return question(run, run.outcome, available);
  const own = run.commits.filter((commit) => commit.of === points && commit.step === point);
  const isByPoint = points > 1 && run.commits.some((commit) => commit.of === points);
  if (isByPoint && own.length === 0 && !run.kept) return withoutCommit(run, point);
  const commits = isByPoint && own.length > 0 ? own : run.commits;
  if (run.suggested) {
    const subjects = commits.map(({ subject }) => plain(subject, 120)).join('; ');
    return `${ownLink('Suggested in a review', run.suggested.url)}: ${subjects} · ${evidence(run).text}`;
  }
  if (commits.length > 0 && !run.kept) {
    const rest = run.outcome?.kind === 'done' ? evidence(run).text : outcomeWords(run);
    return `${commits.map(commitWords).join('; ')}${rest === '' ? '' : ` · ${rest}`}`;
  }
  const again = available.has('retry') ? ` \`${trigger} retry\` in the conversation runs it again.` : '';
  const what = run.kept ? 'Nothing was pushed here' : 'Nothing was changed';
  return `${what}: ${outcomeWords(run)}.${run.outcome?.kind === 'nothing-to-do' ? '' : again}`;
}

/** The thread is where the answer is expected; the comment of the run tells how others can give it. */
function question(
  run: RunFacts,
  { question: asked }: { question: string },
  available: ReadonlySet<string>,
): string {
  const quote = prose(asked, 4_000)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const next = available.has('continue')
    ? `\n\n${person(run.requester)}, just reply here: your next comment in this thread continues the run.`
    : '';
  return `The model asks:\n\n${quote}${next}`;
}

/** What became of a point that has no commit, in a run that has some for others. */
function withoutCommit(run: RunFacts, point: number): string {
  const lost = run.dropped.find(({ step }) => step === point);
  const isPassed = [...run.commits, ...run.dropped].some(({ step }) => step > point);
  if (!lost && (isPassed || run.outcome?.kind === 'done')) return 'Nothing had to change for this.';
  return `Not settled: ${lost ? plain(lost.reason, 400).replace(/\.$/, '') : outcomeWords(run)}.`;
}

function commitWords(commit: CommitFacts): string {
  return `${shortCommit(commit.id)} ${plain(commit.subject, 120)} (${commit.paths
    .slice(0, 3)
    .map((path) => code(path))
    .join(', ')})`;
}

/** The start of the hash of each commit that an answer of ours names. */
export function commitsNamedIn(answer: string): string[] {
  return [...answer.matchAll(/(?:^|\); )([0-9a-f]{7}) /g)].map(([, id = '']) => id);
}

function outcomeWords({ outcome }: RunFacts): string {
  switch (outcome?.kind) {
    case 'partial':
    case 'failed':
    case 'refused':
    case 'nothing-to-do':
      return plain(outcome.reason, 400).replace(/\.$/, '');
    case 'needs-answer':
      return `the model asks: ${plain(outcome.question, 400)}`;
    case 'stopped':
      return `the run was stopped by ${plain(outcome.by, 60)}`;
    case 'over-budget':
      return 'the cost limit was reached';
    default:
      return '';
  }
}
