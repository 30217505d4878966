/** The change that an agent works on: checked as a whole, and then a commit of its own or not there. */
import { syntaxClean } from '../../../grammars/syntax.ts';
import type { CheckResult } from '../../checks/types.ts';
import { workspaceTree } from '../../edits/index.ts';
import type { Tree } from '../../edits/types.ts';
import { stage } from '../../workspace/workspace.ts';
import { commitStep } from '../commit-step.ts';
import { type Accept, dropped, NO_FURTHER_EDIT, type Reflected, type Turn } from '../turn.ts';
import type { CoderWorld, CodingJob, Reflection } from '../types.ts';
import { checksAfter, verify, verifyWhole } from '../verify.ts';
import type { AgentState } from './state.ts';
import { refusal, type ToolAnswer } from './tool.ts';

/** How many changes an agent will make is not known beforehand. */
export const stepOf = (state: AgentState, title = '') => ({ number: state.commits.length + 1, of: 0, title });

/** What the edits since the last commit come to. When nothing changed since the checks failed, asking again would only cost. */
export async function checkChange(
  job: CodingJob,
  state: AgentState,
  world: CoderWorld,
  scope: 'part' | 'whole',
): Promise<Turn> {
  const held = { ...job, baseline: state.before };
  const step = stepOf(state);
  if (state.touched.size === 0) return verifyWhole(held, step, state, world);
  const before = state.tree;
  if (before !== '' && (await stage(world.workspace, [...state.touched])) === before)
    return state.accepted ?? NO_FURTHER_EDIT;
  return verify(held, { ...step, scope }, broken(state, workspaceTree(world.workspace.dir)), state, world);
}

/** Which edited files no longer parse, each as a sentence. */
function broken({ parsed }: AgentState, tree: Tree): string[] {
  return [...parsed].flatMap(([path, before]) => {
    const entry = before ? tree.read(path) : undefined;
    const now = entry?.type === 'file' ? syntaxClean(path, entry.bytes) : undefined;
    return now === false ? [`${path} parsed before your edits and does not parse now.`] : [];
  });
}

/** Makes the commit and begins the next change. */
export async function keepChange(
  { paths, results }: Accept,
  title: string,
  job: CodingJob,
  state: AgentState,
  world: CoderWorld,
): Promise<void> {
  const { notes, attempts } = state;
  const facts = { paths, results, notes, reflections: attempts };
  const commit = await commitStep(job, stepOf(state, title), facts, world);
  state.commits.push(commit);
  state.before = checksAfter(state.before, commit.checks);
  state.touched = new Set();
  state.parsed = new Map();
  state.tree = '';
  state.accepted = undefined;
  state.notes = [];
  state.attempts = 0;
  world.progress({ type: 'committed', commit });
}

/** Counts a reflection on the change at work; false when its budget is spent. */
export function mayReflect(turn: Reflected, job: CodingJob, state: AgentState, world: CoderWorld): boolean {
  if (state.attempts >= job.maxReflections) return false;
  state.attempts += 1;
  const { kind, summary } = turn;
  const reflection: Reflection = { step: state.commits.length + 1, attempt: state.attempts, kind, summary };
  state.reflections.push(reflection);
  world.progress({ type: 'reflecting', reflection });
  return true;
}

/** The answer to a call for a commit. What is red as it was before does not stand in its way: other changes follow. */
export async function commitChange(
  title: string,
  job: CodingJob,
  state: AgentState,
  world: CoderWorld,
): Promise<{ answer: ToolAnswer; end?: Turn }> {
  if (state.touched.size === 0)
    return { answer: refusal('There is nothing to commit: no edit was made since the last commit.') };
  const turn = await checkChange(job, state, world, 'part');
  const kept = turn.type === 'reflect' && turn.kind !== 'syntax' ? state.accepted : turn;
  switch (kept?.type) {
    case 'accept':
      await keepChange(kept, title, job, state, world);
      return { answer: { ok: true, content: committed(state, kept.results) } };
    case 'nothing':
      return { answer: refusal(`Nothing was committed: ${kept.reason}.`) };
    case 'dropped':
    case 'question':
      return { answer: refusal('Nothing was committed.'), end: kept };
  }
  if (turn.type !== 'reflect') return { answer: refusal('Nothing was committed.') };
  const answer = refusal(`Nothing was committed. ${turn.message}`);
  return mayReflect(turn, job, state, world)
    ? { answer }
    : { answer, end: state.accepted ?? dropped(turn.otherwise) };
}

function committed({ commits }: AgentState, results: readonly CheckResult[]): string {
  const subject = commits.at(-1)?.subject ?? '';
  const words = {
    green: 'green',
    red: 'red as it was before',
    'not-green': 'without a result, as it was before',
  };
  const checks = results.map(({ kind, status }) => `${kind}: ${words[status]}`);
  return `Committed as "${subject}".${checks.length === 0 ? '' : ` ${checks.join('; ')}.`}`;
}
