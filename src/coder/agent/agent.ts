/** Agent mode: one model reads, searches and edits by tools until it stops or a limit is reached. No shell, no network. */
import { fenceFor } from '../../context/files.ts';
import type { PromptParts } from '../../context/messages.ts';
import { renderSpan } from '../../context/spans.ts';
import { countFailures } from '../../edits/index.ts';
import type { ChatMessage, ModelReply, ToolSpec } from '../../models/types.ts';
import { restore } from '../../workspace/workspace.ts';
import type { StepEnd } from '../conclude.ts';
import { endOfMeans } from '../means.ts';
import { agentSystem } from '../prompts/agent.ts';
import { dropped, NOTHING, type Reflected, readWord, type Turn } from '../turn.ts';
import type { CoderWorld, CodingJob, EditCommit, Reflection } from '../types.ts';
import { nothingVerified } from '../verify.ts';
import { answerCalls } from './calls.ts';
import { checkChange, keepChange, mayReflect, stepOf } from './change.ts';
import { commitTool } from './commit-tool.ts';
import { compact } from './compact.ts';
import { editTools, toolFormatOf } from './edit-calls.ts';
import { limitReached } from './limits.ts';
import { lookingTools } from './registry.ts';
import type { AgentState } from './state.ts';

/** What an agent leaves: verified commits, and why it ended where they are not all. */
export interface AgentWork {
  commits: EditCommit[];
  reflections: Reflection[];
  end: StepEnd;
  /** Why the agent was stopped before it said that it was done. */
  unfinished: string | undefined;
}

/** The run is stopped from outside. `fault`: by this one, which ends the run if nothing is there to be kept. */
type Stopped = { type: 'stopped'; why: string; fault?: unknown };

/** Each commit was checked; what is not in one is gone when this returns. */
export async function codeAsAgent(job: CodingJob, world: CoderWorld): Promise<AgentWork> {
  const { prompt, tools } = promptOf(job);
  const state = begin(job);
  for (;;) {
    world.checkpoint();
    const limit = limitReached({ ...state.used, milliseconds: world.elapsedMs() }, job.maxMinutes);
    const turn: Turn | Stopped | undefined =
      limit === undefined
        ? await nextTurn(job, { prompt, tools }, state, world)
        : { type: 'stopped', why: `the agent reached ${limit} before it was done` };
    if (!turn) continue;
    if (turn.type === 'reflect' && mayReflect(turn, job, state, world)) {
      state.turns.push({ role: 'user', content: turn.message });
      continue;
    }
    const end =
      turn.type === 'stopped'
        ? await lastTurn(job, turn.why, state, world)
        : turn.type === 'reflect'
          ? (state.accepted ?? dropped(turn.otherwise))
          : turn;
    return finish(end, turn.type === 'stopped' ? turn : undefined, job, state, world);
  }
}

async function finish(
  end: Exclude<Turn, Reflected>,
  stopped: Stopped | undefined,
  job: CodingJob,
  state: AgentState,
  world: CoderWorld,
): Promise<AgentWork> {
  const { commits, reflections } = state;
  const work = { commits, reflections, unfinished: stopped?.why };
  if (end.type === 'accept' && state.touched.size > 0) await keepChange(end, '', job, state, world);
  else await restore(world.workspace);
  if (stopped?.fault !== undefined && commits.length === 0) throw stopped.fault;
  const last = commits.at(-1);
  switch (end.type) {
    case 'accept':
      return {
        ...work,
        end: last ? { outcome: 'committed', commit: last } : { outcome: 'nothing', reason: NOTHING.reason },
      };
    case 'dropped':
    case 'nothing':
      return { ...work, end: { outcome: end.type, reason: end.reason } };
    case 'question':
      return { ...work, end: { outcome: 'question', question: end.question } };
  }
}

/** One answer of the model; undefined: the agent goes on. */
async function nextTurn(
  job: CodingJob,
  { prompt, tools }: ReturnType<typeof promptOf>,
  state: AgentState,
  world: CoderWorld,
): Promise<Turn | Stopped | undefined> {
  const step = stepOf(state);
  const { number, of } = step;
  world.progress({
    type: 'editing',
    by: 'architect',
    format: toolFormatOf(job),
    step: number,
    of,
    title: '',
  });
  state.turns = await compact(state.turns, (turns) => world.fullness('architect', prompt(turns), tools));
  let reply: ModelReply;
  try {
    reply = await world.ask('architect', prompt(state.turns), tools);
  } catch (fault) {
    const why = endOfMeans(fault);
    if (why === undefined) throw fault;
    return { type: 'stopped', why, fault };
  }
  count(reply, state);
  return takeTurn(job, reply, state, world);
}

function begin(job: CodingJob): AgentState {
  const request = renderSpan({ provenance: 'instruction', label: 'The request', text: job.instruction });
  const files =
    job.files.length > 0
      ? '\n\nThe files above are shown as they were before your first edit; other files can be read by tool.'
      : '';
  return {
    ...nothingVerified(),
    turns: [{ role: 'user', content: `${request}${files}` }],
    shown: new Set(job.files.map((file) => file.path)),
    parsed: new Map(),
    failures: {},
    notes: [],
    attempts: 0,
    used: { turns: 0, tokens: 0 },
    commits: [],
    before: job.baseline,
    reflections: [],
  };
}

function promptOf(job: CodingJob): { prompt(turns: ChatMessage[]): PromptParts; tools: ToolSpec[] } {
  const edits = editTools(toolFormatOf(job));
  return {
    tools: [...[...lookingTools.values()].map((tool) => tool.spec), ...edits.specs, commitTool],
    prompt: (turns) => ({
      system: agentSystem(edits.rules),
      conventions: job.conventions,
      map: job.map,
      spans: job.spans,
      files: job.files,
      fence: fenceFor(job.files.map((file) => file.content)),
      focus: [job.instruction, ...job.spans.map((span) => span.text)].join('\n'),
      turns,
    }),
  };
}

function count({ usage }: ModelReply, { used }: AgentState): void {
  used.turns += 1;
  used.tokens += usage.input - usage.cachedInput + usage.output;
}

async function takeTurn(
  job: CodingJob,
  reply: ModelReply,
  state: AgentState,
  world: CoderWorld,
): Promise<Turn | Stopped | undefined> {
  if (reply.finish === 'refusal') return state.accepted ?? dropped('the model refused to answer');
  const { text, toolCalls, carried } = reply;
  state.turns.push({
    role: 'assistant',
    content: text.trim() === '' && toolCalls.length === 0 ? '(no text)' : text,
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(carried ? { carried } : {}),
  });
  if (toolCalls.length > 0) {
    const { results, problems, end } = await answerCalls(job, reply, state, world);
    state.turns.push(...results);
    const { counts, stuck } = countFailures(state.failures, problems);
    state.failures = counts;
    return end ?? (stuck.length > 0 ? STUCK : undefined);
  }
  if (reply.finish === 'length') return CUT_OFF;
  const word = readWord(text);
  if (state.touched.size === 0 && state.commits.length === 0) return word ?? NO_EDITS;
  if (word?.type === 'question') return word;
  return checkChange(job, state, world, 'whole');
}

const STUCK: Stopped = { type: 'stopped', why: 'the agent made the same failing edit three times' };

const CUT_OFF: Turn = {
  type: 'reflect',
  kind: 'cut-off',
  summary: 'the answer was cut off',
  message: 'Your answer was cut off by the output limit. Go on in smaller pieces.',
  otherwise: 'the answer was cut off by the output limit',
};

const NO_EDITS: Turn = {
  type: 'reflect',
  kind: 'no-edits',
  summary: 'no edit was made',
  message:
    'You have made no edit. Make the change by the edit tools, or answer "NOTHING TO DO: …" or "QUESTION: …".',
  otherwise: 'no edit was made',
};

/** What is there when the agent is stopped from outside: kept if the checks say that it is no worse than before. */
async function lastTurn(
  job: CodingJob,
  why: string,
  state: AgentState,
  world: CoderWorld,
): Promise<Exclude<Turn, Reflected>> {
  if (state.touched.size === 0) return dropped(why);
  const turn = await checkChange(job, state, world, 'whole');
  return turn.type === 'reflect' || turn.type === 'dropped' ? (state.accepted ?? dropped(why)) : turn;
}
