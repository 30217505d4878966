/** One step of the plan: the editor writes, the harness applies, checks and reflects, until a commit or an empty budget. */
import { syntaxClean } from '../../grammars/syntax.ts';
import type { ContextFile } from '../context/files.ts';
import { applyChangeSet, countFailures, type FailureCounts, reflectionMessage } from '../edits/index.ts';
import type { Operation, Problem, Tree } from '../edits/types.ts';
import type { ChatMessage, ModelReply } from '../models/types.ts';
import { conclude, type StepResult } from './conclude.ts';
import { endOfMeans } from './means.ts';
import { planEdits } from './plan-edits.ts';
import { currentFiles, newFiles, type Step, type Writer } from './step-prompt.ts';
import { trackedTree } from './tracked-tree.ts';
import { dropped, NO_FURTHER_EDIT, readWord, type Turn } from './turn.ts';
import type { CoderWorld, CodingJob, Reflection } from './types.ts';
import { nothingVerified, type Verified, verify } from './verify.ts';

/** Everything that one step gathers while it goes on. */
interface StepState extends Verified {
  files: ContextFile[];
  /** Good edits of earlier answers that wait for the others. */
  staged: Operation[];
  failures: FailureCounts;
  /** Every edit is staged; the last answer was cut before it could say that it was done. */
  unfinished: boolean;
  notes: string[];
  suggestions: string[];
}

/** Nothing of a step stays unless it ends in a commit: on any other end the workspace is as it was before. */
export async function editStep(
  job: CodingJob,
  step: Step,
  writer: Writer,
  given: readonly ContextFile[],
  world: CoderWorld,
): Promise<StepResult> {
  const reflections: Reflection[] = [];
  const turns: ChatMessage[] = [writer.first];
  const state: StepState = {
    ...nothingVerified(),
    files: [...given],
    staged: [],
    failures: {},
    unfinished: false,
    notes: [],
    suggestions: [],
  };
  const gathered = () => ({ notes: state.notes, reflections: reflections.length });

  for (;;) {
    world.checkpoint();
    if (world.elapsedMs() >= job.maxMinutes * 60_000) {
      const late = `the longest time for a run (${job.maxMinutes} minutes, \`budget.max_minutes\`) was over`;
      const ended = await conclude(job, step, state.accepted ?? dropped(late), gathered(), world);
      return { reflections, suggestions: state.suggestions, files: state.files, ...ended };
    }
    const { purpose } = writer;
    const { number, of, title } = step;
    world.progress({ type: 'editing', by: purpose, format: job.editFormat, step: number, of, title });
    const tree = await trackedTree(world.workspace);
    state.files = currentFiles(state.files, tree);
    const { prompt, tools } = writer.prompt(state.files, turns);
    let reply: ModelReply;
    try {
      reply = await world.ask(purpose, prompt, tools);
    } catch (fault) {
      const unfinished = endOfMeans(fault);
      // What was verified and paid for stands, even if it is not all that was asked for.
      if (unfinished === undefined || !state.accepted) throw fault;
      const ended = await conclude(job, step, state.accepted, gathered(), world);
      return { reflections, suggestions: state.suggestions, files: state.files, unfinished, ...ended };
    }
    const turn = await takeTurn(job, step, reply, { state, tree, purpose }, world);
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
    const ended = await conclude(job, step, end, gathered(), world);
    return { reflections, suggestions: state.suggestions, files: state.files, ...ended };
  }
}

/** Reads, places, writes and checks one answer. */
async function takeTurn(
  job: CodingJob,
  step: Step,
  reply: ModelReply,
  { state, tree, purpose }: { state: StepState; tree: Tree; purpose: Writer['purpose'] },
  world: CoderWorld,
): Promise<Turn> {
  if (reply.finish === 'refusal') return state.accepted ?? dropped(`the ${purpose} model refused to answer`);
  const word = readWord(reply.text);
  if (word?.type === 'nothing' && state.tree !== '') return state.accepted ?? NO_FURTHER_EDIT;
  // What an unfinished answer held is all of it then.
  if (word && !(word.type === 'nothing' && state.unfinished)) return word;
  const planned = planEdits(
    { text: reply.text, toolCalls: reply.toolCalls, cutOff: reply.finish === 'length' },
    job.editFormat,
    tree,
    {
      shown: state.files.map((file) => file.path),
      protect: job.protect,
      ...(job.only ? { only: job.only } : {}),
      ...(job.allow ? { allow: job.allow } : {}),
      ...(job.untouched ? { untouched: job.untouched } : {}),
      syntaxClean,
    },
    state.staged,
  );
  state.suggestions.push(...planned.commands);
  state.notes.push(...planned.notes.filter((note) => !state.notes.includes(note)));
  if (!planned.ok) return askAgain(planned, state, tree);
  state.staged = [];
  state.unfinished = false;
  state.failures = {};
  applyChangeSet(planned.changeSet, world.workspace.dir);
  for (const file of planned.changeSet.files) state.touched.add(file.path).add(file.fromPath ?? file.path);
  const scope = step.number === step.of ? 'whole' : 'part';
  return verify(job, { ...step, scope }, planned.changeSet.warnings, state, world);
}

/** Keeps the good edits, shows files that were named blindly, and asks for the rest; the same failure three times ends it. */
function askAgain(
  { problems, staged }: { problems: Problem[]; staged: Operation[] },
  state: StepState,
  tree: Tree,
): Turn {
  state.staged = staged;
  state.unfinished = problems.every(({ code }) => code === 'UNFINISHED');
  const { counts, stuck } = countFailures(state.failures, problems);
  state.failures = counts;
  if (stuck.length > 0)
    return state.accepted ?? dropped(`the same edit failed three times: ${summarise(stuck)}`);
  const named = problems.flatMap(({ code, path }) => (code === 'PROTECTED' ? [] : [path]));
  const missing = newFiles(named, state.files, tree, 'named by the editor');
  state.files.push(...missing);
  const shown = missing.map((file) => file.path).join(', ');
  return {
    type: 'reflect',
    kind: missing.length > 0 ? 'unseen-file' : kindOf(problems),
    summary: missing.length > 0 ? `${summarise(problems)}; now shown: ${shown}` : summarise(problems),
    message: [
      reflectionMessage(problems, staged),
      ...(missing.length > 0 ? [`Shown to you from now on: ${shown}.`] : []),
      ...(state.unfinished ? ['If none was to follow, answer "NOTHING TO DO".'] : []),
    ].join('\n\n'),
    otherwise: `the edits could not be applied: ${summarise(problems)}`,
  };
}

function kindOf(problems: readonly Problem[]): Reflection['kind'] {
  if (problems.some(({ code }) => code === 'TRUNCATED' || code === 'UNFINISHED')) return 'cut-off';
  if (problems.every((problem) => problem.code === 'NO_EDITS')) return 'no-edits';
  return 'bad-edits';
}

/** Problems in a few words, for people. */
function summarise(problems: readonly Problem[]): string {
  const [first] = problems;
  if (first?.code === 'NO_EDITS') return 'the answer held no edits';
  const where = first?.path ? ` in ${first.path}` : '';
  const more = problems.length > 1 ? ` and ${problems.length - 1} more` : '';
  return `${first?.code.toLowerCase().replaceAll('_', ' ') ?? 'problem'}${where}${more}`;
}
