/** Which plan an approval means, and why it cannot be carried out any more, if so. Reasons are sentence fragments. */
import { shortHash } from '../../report/plan.ts';
import type { PlanFacts } from '../../report/types.ts';
import type { EarlierRun } from '../earlier.ts';

export type PlanChoice = { ok: true; run: EarlierRun; plan: PlanFacts } | { ok: false; reason: string };

/** Letters enough of the hash to tell plans apart, alone. Anything else would be an instruction, and change the plan. */
export function isHash(text: string): boolean {
  return /^`?[0-9a-f]{4,64}`?$/i.test(text.trim());
}

/**
 * The newest plan of the thread, which must be the one that `text` (a hash or nothing) means. `earlier`: newest first.
 * A plan is carried out once: an approval that made commits, or that is still at work, uses it up.
 */
export function choosePlan(earlier: readonly EarlierRun[], thread: number, text: string): PlanChoice {
  const here = earlier.filter((run) => run.thread === thread);
  const plans = here.flatMap((run) => (run.left.plan ? [{ run, plan: run.left.plan }] : []));
  const wanted = text.trim().replaceAll('`', '').toLowerCase();
  const no = (reason: string): PlanChoice => ({ ok: false, reason });
  const [newest] = plans;
  if (!newest) {
    const unfinished = here.some((run) => run.verb === 'plan' && !run.ended);
    return no(
      unfinished
        ? 'the plan is not finished yet'
        : 'there is no plan here that could be approved; `plan` makes one',
    );
  }
  if (wanted !== '' && !newest.plan.hash.startsWith(wanted)) {
    const older = plans.find(({ plan }) => plan.hash.startsWith(wanted));
    const is = `the last plan here is \`${shortHash(newest.plan.hash)}\``;
    return older
      ? no(`plan \`${shortHash(older.plan.hash)}\` is not the newest any more: ${is}`)
      : no(`no plan here has the hash \`${wanted.slice(0, 40)}\`: ${is}`);
  }
  const pending = here.find((run) => run.verb === 'plan' && run.id > newest.run.id && !run.ended);
  if (pending) return no('a newer plan is in the making');
  const { id } = newest.run;
  for (const run of here) {
    if (run.id < id || run.verb !== 'approve') continue;
    if (!run.ended) return no('it is being carried out already');
    if (run.left.carriesOut?.run !== id) continue;
    if (run.left.commits.length > 0) return no(`it was carried out already, by run \`${run.id}\``);
  }
  return { ok: true, ...newest };
}

/** What differs from the state that the plan was made for. */
export interface Since {
  /** Digest of title and body of the thread as they are now. */
  thread: string;
  instructionEdited: string | undefined;
  /** Paths that changed on the branch since; undefined when the old commit is not part of its history any more. */
  changed: readonly string[] | undefined;
}

/** Undefined: the plan holds. */
export function staleness(plan: PlanFacts, since: Since): string | undefined {
  if (since.instructionEdited !== undefined) return since.instructionEdited;
  if (since.thread !== plan.thread) return 'title or text of this thread were edited since';
  if (since.changed === undefined)
    return 'the branch was rewritten since, and the commit that the plan was made for is not part of it any more';
  const ours = new Set(plan.files.map(({ path }) => path));
  const moved = since.changed.filter((path) => ours.has(path));
  if (moved.length === 0) return undefined;
  const names = moved.slice(0, 5).map((path) => `\`${path.replaceAll('`', '')}\``);
  const more = moved.length > names.length ? ` and ${moved.length - names.length} more` : '';
  return `the branch has moved since, with changes in ${names.join(', ')}${more}`;
}
