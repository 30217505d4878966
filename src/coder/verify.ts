/** Edits that were written are staged, checked, and judged against the base. */
import type { CheckResult } from '../checks/types.ts';
import type { RepoPath } from '../lib/types.ts';
import { changedPaths, stage } from '../workspace/workspace.ts';
import { checkReflection, syntaxReflection } from './check-reflection.ts';
import { leftMarkers } from './conflict-markers.ts';
import { type Accept, NOTHING, type Turn } from './turn.ts';
import type { CoderWorld, CodingJob } from './types.ts';
import { judgeStep, type Verdict } from './verdict.ts';

/** What is remembered from one verification of a step to the next. */
export interface Verified {
  /** Paths written so far. */
  touched: Set<RepoPath>;
  /** The state of the files that was looked at last. */
  tree: string;
  /** Excerpts that the model has seen: none is sent twice. */
  sent: Set<string>;
  /** What is in the workspace and may be kept when the budget is spent. */
  accepted: Accept | undefined;
}

export function nothingVerified(): Verified {
  return { touched: new Set(), tree: '', sent: new Set(), accepted: undefined };
}

/** `whole`: nothing comes after this edit, so the full test has to be green too where edits are checked by a faster one. */
type Scope = 'part' | 'whole';

/** `warnings`: what the grammars say of the edits. Their word counts only where no command can tell. */
export async function verify(
  job: CodingJob,
  step: { number: number; of: number; scope: Scope },
  warnings: readonly string[],
  state: Verified,
  world: CoderWorld,
): Promise<Turn> {
  state.tree = await stage(world.workspace, [...state.touched]);
  const paths = await changedPaths(world.workspace, 'HEAD', state.tree);
  if (paths.length === 0) return NOTHING;
  world.progress({ type: 'edited', step: step.number, paths });

  const unresolved = leftMarkers(job.conflicts ?? [], world.workspace.dir);
  if (unresolved) return unresolved;

  world.checkpoint();
  world.progress({ type: 'checking', step: step.number, of: step.of });
  let results = await world.check(state.tree);
  const judged = () =>
    judgeStep({ baseline: job.baseline, after: results, request: requestOf(job), changed: paths });
  if (step.scope === 'whole' && !('result' in judged()))
    results = [...results, ...(await world.checkWhole(state.tree))];
  world.progress({ type: 'checked', results });
  const verdict = judged();
  const accept: Accept = { type: 'accept', paths, results };
  if (!('result' in verdict)) {
    if (results.length > 0 || warnings.length === 0) return accept;
    // A grammar may lag behind its language, so it never drops a step.
    state.accepted = accept;
    const summary = 'the edit does not parse';
    return {
      type: 'reflect',
      kind: 'syntax',
      summary,
      message: syntaxReflection(warnings),
      otherwise: summary,
    };
  }
  // Still red as before is kept when the budget is spent, and reported; worse than before never is.
  state.accepted = verdict.state === 'related' ? accept : undefined;
  return redTurn(verdict, warnings, state);
}

/** The full test of what is committed, where its commits were checked by a faster one. */
export async function verifyWhole(
  job: CodingJob,
  step: { number: number; of: number },
  state: Verified,
  world: CoderWorld,
): Promise<Turn> {
  const accept: Accept = { type: 'accept', paths: [], results: [] };
  world.checkpoint();
  world.progress({ type: 'checking', step: step.number, of: step.of });
  const results = await world.checkWhole(await stage(world.workspace, []));
  const verdict = judgeStep({ baseline: job.baseline, after: results, request: requestOf(job), changed: [] });
  return 'result' in verdict ? redTurn(verdict, [], state) : accept;
}

const requestOf = (job: CodingJob) => [job.instruction, ...job.spans.map((span) => span.text)].join('\n');

function redTurn(
  { result, reason }: Extract<Verdict, { result: CheckResult }>,
  warnings: readonly string[],
  state: Verified,
): Turn {
  return {
    type: 'reflect',
    kind: result.kind === 'lint' ? 'lint' : 'tests',
    summary: `${result.kind}: ${reason}`,
    message: checkReflection(result, reason, state.sent, warnings),
    otherwise: `"${result.command}" is worse than before: ${reason}`,
  };
}

/**
 * What the next edit is held against once one is committed: the newest result of each command. A flaky one says nothing, so
 * what was known before it stays.
 */
export function checksAfter(
  before: readonly CheckResult[],
  results: readonly CheckResult[],
): readonly CheckResult[] {
  const isSame = (a: CheckResult, b: CheckResult) => a.kind === b.kind && a.command === b.command;
  return before.map(
    (known) => results.find((result) => isSame(known, result) && result.reasonCode !== 'flaky') ?? known,
  );
}
