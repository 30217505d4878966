/** One step of the plan: the editor writes, the harness applies, checks and reflects, until a commit or an empty budget. */
import { syntaxClean } from '../../grammars/syntax.ts';
import type { CheckResult } from '../checks/types.ts';
import type { ContextFile } from '../context/files.ts';
import { applyChangeSet, planReply, reflectionMessage, workspaceTree } from '../edits/index.ts';
import type { ChangeSet, Operation, Problem } from '../edits/types.ts';
import type { RepoPath } from '../lib/types.ts';
import type { ChatMessage, ModelReply } from '../models/types.ts';
import { changedPaths, restore, stage } from '../workspace/workspace.ts';
import { checkReflection, syntaxReflection } from './check-reflection.ts';
import { commitStep } from './commit-step.ts';
import { currentFiles, firstTurn, newFiles, type Step, stepPrompt } from './step-prompt.ts';
import type { CoderWorld, CodingJob, EditCommit, Reflection } from './types.ts';
import { judgeStep } from './verdict.ts';

export type StepResult = {
  reflections: Reflection[];
  suggestions: string[];
  /** Files in the context after the step. */
  files: ContextFile[];
} & (
  | { outcome: 'committed'; commit: EditCommit }
  | { outcome: 'dropped'; reason: string }
  | { outcome: 'nothing' }
);

/** What one answer of the editor came to. */
type Turn =
  | {
      type: 'reflect';
      kind: Reflection['kind'];
      summary: string;
      message: string;
      otherwise: string;
    }
  | { type: 'dropped'; reason: string }
  | { type: 'nothing' }
  | { type: 'accept'; paths: RepoPath[]; results: CheckResult[] };

/** Everything that one step gathers while it goes on. */
interface StepState {
  files: ContextFile[];
  /** Good edits of earlier answers that wait for the others. */
  staged: Operation[];
  /** Paths written so far. */
  touched: Set<RepoPath>;
  lastCheck: CheckResult | undefined;
  /** What is in the workspace and may be kept when the budget is spent. */
  accepted: Extract<Turn, { type: 'accept' }> | undefined;
  notes: string[];
  suggestions: string[];
}

/** Nothing of a step stays unless it ends in a commit: on any other end the workspace is as it was before. */
export async function editStep(
  job: CodingJob,
  step: Step,
  given: readonly ContextFile[],
  world: CoderWorld,
): Promise<StepResult> {
  const reflections: Reflection[] = [];
  const turns: ChatMessage[] = [firstTurn(job, step)];
  const state: StepState = {
    files: [...given],
    staged: [],
    touched: new Set(),
    lastCheck: undefined,
    accepted: undefined,
    notes: [],
    suggestions: [],
  };
  const gathered = () => ({ reflections, suggestions: state.suggestions, files: state.files });

  for (;;) {
    world.checkpoint();
    world.progress({ type: 'editing', step: step.number, of: step.of, title: step.title });
    state.files = currentFiles(state.files, workspaceTree(world.workspace.dir));
    const { prompt, tools } = stepPrompt(job, state.files, turns);
    const reply = await world.ask('editor', prompt, tools);
    const turn = await takeTurn(job, step, reply, state, world);
    if (turn.type === 'reflect' && reflections.length < job.maxReflections) {
      const { kind, summary } = turn;
      const reflection: Reflection = { step: step.number, attempt: reflections.length + 1, kind, summary };
      reflections.push(reflection);
      world.progress({ type: 'reflecting', reflection });
      turns.push({ role: 'assistant', content: reply.text.trim() === '' ? '(no text)' : reply.text });
      turns.push({ role: 'user', content: turn.message });
      continue;
    }
    const end = turn.type === 'reflect' ? (state.accepted ?? dropped(turn.otherwise)) : turn;
    if (end.type === 'accept') {
      const facts = {
        paths: end.paths,
        results: end.results,
        notes: state.notes,
        reflections: reflections.length,
      };
      const commit = await commitStep(job, step, facts, world);
      world.progress({ type: 'committed', commit });
      return { ...gathered(), outcome: 'committed', commit };
    }
    await restore(world.workspace);
    return end.type === 'nothing'
      ? { ...gathered(), outcome: 'nothing' }
      : { ...gathered(), outcome: 'dropped', reason: end.reason };
  }
}

const dropped = (reason: string): Extract<Turn, { type: 'dropped' }> => ({ type: 'dropped', reason });

/** Reads, places, writes and checks one answer. */
async function takeTurn(
  job: CodingJob,
  step: Step,
  reply: ModelReply,
  state: StepState,
  world: CoderWorld,
): Promise<Turn> {
  if (reply.finish === 'refusal') return { type: 'dropped', reason: 'the editor model refused to answer' };
  if (/^\**NOTHING TO DO\b/i.test(reply.text.trim())) return state.accepted ?? { type: 'nothing' };
  const tree = workspaceTree(world.workspace.dir);
  const planned = planReply(
    { text: reply.text, toolCalls: reply.toolCalls, cutOff: reply.finish === 'length' },
    job.editFormat,
    tree,
    { shown: state.files.map((file) => file.path), protect: job.protect, syntaxClean },
    state.staged,
  );
  state.suggestions.push(...planned.commands);
  state.notes.push(...planned.notes.filter((note) => !state.notes.includes(note)));
  if (!planned.ok) {
    state.staged = planned.staged;
    const missing = newFiles(
      planned.problems.map((problem) => problem.path),
      state.files,
      tree,
      'named by the editor',
    );
    state.files.push(...missing);
    return {
      type: 'reflect',
      kind: kindOf(planned.problems),
      summary: summarise(planned.problems),
      message: reflectionMessage(planned.problems, planned.staged),
      otherwise: `the edits could not be applied: ${summarise(planned.problems)}`,
    };
  }
  state.staged = [];
  return verify(job, step, planned.changeSet, state, world);
}

/** Writes a change set and runs the checks on it. */
async function verify(
  job: CodingJob,
  step: Step,
  changeSet: ChangeSet,
  state: StepState,
  world: CoderWorld,
): Promise<Turn> {
  await applyChangeSet(changeSet, world.workspace.dir);
  for (const file of changeSet.files) state.touched.add(file.path).add(file.fromPath ?? file.path);
  const tree = await stage(world.workspace, [...state.touched]);
  const paths = await changedPaths(world.workspace, 'HEAD', tree);
  if (paths.length === 0) return { type: 'nothing' };
  world.progress({ type: 'edited', step: step.number, paths });

  world.checkpoint();
  world.progress({ type: 'checking', step: step.number, of: step.of });
  const results = await world.check(tree);
  world.progress({ type: 'checked', results });
  const request = [job.instruction, ...job.spans.map((span) => span.text)].join('\n');
  const verdict = judgeStep({ baseline: job.baseline, after: results, request, changed: paths });
  const accept: Turn = { type: 'accept', paths, results };
  if (!('result' in verdict)) {
    if (results.length > 0 || changeSet.warnings.length === 0) return accept;
    // No command can tell, so the grammar's word counts; it may lag behind the language, so it never drops a step.
    state.accepted = accept;
    const message = syntaxReflection(changeSet.warnings);
    return {
      type: 'reflect',
      kind: 'syntax',
      summary: 'the edit does not parse',
      message,
      otherwise: 'the edit does not parse',
    };
  }

  const { result, reason } = verdict;
  const message = checkReflection(result, reason, state.lastCheck, changeSet.warnings);
  state.lastCheck = result;
  // Still red as before is kept when the budget is spent, and reported; worse than before never is.
  state.accepted = verdict.state === 'related' ? accept : undefined;
  return {
    type: 'reflect',
    kind: 'checks',
    summary: `${result.kind}: ${reason}`,
    message,
    otherwise: `"${result.command}" is worse than before: ${reason}`,
  };
}

function kindOf(problems: readonly Problem[]): Reflection['kind'] {
  if (problems.some((problem) => problem.code === 'TRUNCATED')) return 'cut-off';
  if (problems.every((problem) => problem.code === 'NO_EDITS')) return 'no-edits';
  return 'bad-edits';
}

function summarise(problems: readonly Problem[]): string {
  const [first] = problems;
  if (first?.code === 'NO_EDITS') return 'the answer held no edits';
  const where = first?.path ? ` in ${first.path}` : '';
  const more = problems.length > 1 ? ` and ${problems.length - 1} more` : '';
  return `${first?.code.toLowerCase().replaceAll('_', ' ') ?? 'problem'}${where}${more}`;
}
