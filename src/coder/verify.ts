/** Edits that were written are staged, checked, and judged against the base. */
import type { RepoPath } from '../lib/types.ts';
import { changedPaths, stage } from '../workspace/workspace.ts';
import { checkReflection, syntaxReflection } from './check-reflection.ts';
import { type Accept, NOTHING, type Turn } from './turn.ts';
import type { CoderWorld, CodingJob } from './types.ts';
import { judgeStep } from './verdict.ts';

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

/** `warnings`: what the grammars say of the edits. Their word counts only where no command can tell. */
export async function verify(
  job: CodingJob,
  step: { number: number; of: number },
  warnings: readonly string[],
  state: Verified,
  world: CoderWorld,
): Promise<Turn> {
  state.tree = await stage(world.workspace, [...state.touched]);
  const paths = await changedPaths(world.workspace, 'HEAD', state.tree);
  if (paths.length === 0) return NOTHING;
  world.progress({ type: 'edited', step: step.number, paths });

  world.checkpoint();
  world.progress({ type: 'checking', step: step.number, of: step.of });
  const results = await world.check(state.tree);
  world.progress({ type: 'checked', results });
  const request = [job.instruction, ...job.spans.map((span) => span.text)].join('\n');
  const verdict = judgeStep({ baseline: job.baseline, after: results, request, changed: paths });
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

  const { result, reason } = verdict;
  // Still red as before is kept when the budget is spent, and reported; worse than before never is.
  state.accepted = verdict.state === 'related' ? accept : undefined;
  return {
    type: 'reflect',
    kind: result.kind === 'lint' ? 'lint' : 'tests',
    summary: `${result.kind}: ${reason}`,
    message: checkReflection(result, reason, state.sent, warnings),
    otherwise: `"${result.command}" is worse than before: ${reason}`,
  };
}
