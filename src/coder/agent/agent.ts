/** Agent mode: one model reads, searches and edits by tools until it stops or a limit is reached. No shell, no network. */
import { syntaxClean } from '../../../grammars/syntax.ts';
import { fenceFor } from '../../context/files.ts';
import type { PromptParts } from '../../context/messages.ts';
import { renderSpan } from '../../context/spans.ts';
import { countFailures, workspaceTree } from '../../edits/index.ts';
import type { Tree } from '../../edits/types.ts';
import type { ChatMessage, ModelReply, ToolSpec } from '../../models/types.ts';
import { stage } from '../../workspace/workspace.ts';
import { conclude, type StepResult } from '../conclude.ts';
import { agentSystem } from '../prompts/agent.ts';
import { dropped, NO_FURTHER_EDIT, readWord, type Turn } from '../turn.ts';
import type { CoderWorld, CodingJob, Reflection } from '../types.ts';
import { nothingVerified, verify } from '../verify.ts';
import { answerCalls } from './calls.ts';
import { compact } from './compact.ts';
import { editTools, toolFormatOf } from './edit-calls.ts';
import { limitReached } from './limits.ts';
import { lookingTools } from './registry.ts';
import type { AgentState } from './state.ts';

/** `unfinished`: why the agent was stopped before it said that it was done. */
export type AgentResult = StepResult & { unfinished: string | undefined };

const STEP = { number: 1, of: 1, title: '' };

/** Ends as an edit step does: in a commit that was checked, or with the workspace as it was. */
export async function codeAsAgent(job: CodingJob, world: CoderWorld): Promise<AgentResult> {
  const reflections: Reflection[] = [];
  const { prompt, tools } = promptOf(job);
  const state = begin(job);
  let unfinished: string | undefined;

  for (;;) {
    world.checkpoint();
    const limit = limitReached({ ...state.used, milliseconds: world.elapsedMs() }, job.maxMinutes);
    let turn: Turn | 'stuck' | undefined;
    if (limit !== undefined) {
      unfinished = `the agent reached ${limit} before it was done`;
      turn = await lastTurn(job, unfinished, state, world);
    } else {
      world.progress({ type: 'editing', by: 'architect', step: 1, of: 1, title: '' });
      state.turns = await compact(state.turns, (turns) => world.fullness('architect', prompt(turns), tools));
      const reply = await world.ask('architect', prompt(state.turns), tools);
      count(reply, state);
      turn = await takeTurn(job, reply, state, world);
      if (turn === 'stuck') {
        unfinished = 'the agent made the same failing edit three times';
        turn = await lastTurn(job, unfinished, state, world);
      }
    }
    if (!turn) continue;
    if (turn.type === 'reflect' && unfinished === undefined && reflections.length < job.maxReflections) {
      const { kind, summary } = turn;
      const reflection: Reflection = { step: 1, attempt: reflections.length + 1, kind, summary };
      reflections.push(reflection);
      world.progress({ type: 'reflecting', reflection });
      state.turns.push({ role: 'user', content: turn.message });
      continue;
    }
    const end = turn.type === 'reflect' ? (state.accepted ?? dropped(turn.otherwise)) : turn;
    const { notes } = state;
    const ended = await conclude(job, STEP, end, { notes, reflections: reflections.length }, world);
    return { reflections, suggestions: [], files: [...job.files], unfinished, ...ended };
  }
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
    used: { turns: 0, tokens: 0 },
  };
}

function promptOf(job: CodingJob): { prompt(turns: ChatMessage[]): PromptParts; tools: ToolSpec[] } {
  const edits = editTools(toolFormatOf(job));
  return {
    tools: [...[...lookingTools.values()].map((tool) => tool.spec), ...edits.specs],
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

/** Undefined: the agent goes on. */
async function takeTurn(
  job: CodingJob,
  reply: ModelReply,
  state: AgentState,
  world: CoderWorld,
): Promise<Turn | 'stuck' | undefined> {
  if (reply.finish === 'refusal') return state.accepted ?? dropped('the model refused to answer');
  const { text, toolCalls, carried } = reply;
  state.turns.push({
    role: 'assistant',
    content: text.trim() === '' && toolCalls.length === 0 ? '(no text)' : text,
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(carried ? { carried } : {}),
  });
  if (toolCalls.length > 0) {
    const { results, problems } = await answerCalls(job, reply, state, world);
    state.turns.push(...results);
    const { counts, stuck } = countFailures(state.failures, problems);
    state.failures = counts;
    return stuck.length > 0 ? 'stuck' : undefined;
  }
  if (reply.finish === 'length') return CUT_OFF;
  const word = readWord(text);
  if (state.touched.size === 0) return word ?? NO_EDITS;
  if (word?.type === 'question') return word;
  return stopped(job, state, world);
}

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

/** The agent says that it is done. When nothing changed since the checks failed, asking again would only cost. */
async function stopped(job: CodingJob, state: AgentState, world: CoderWorld): Promise<Turn> {
  const before = state.tree;
  if (before !== '' && (await stage(world.workspace, [...state.touched])) === before)
    return state.accepted ?? NO_FURTHER_EDIT;
  return verify(job, STEP, broken(state, workspaceTree(world.workspace.dir)), state, world);
}

/** Which edited files no longer parse, each as a sentence. */
function broken({ parsed }: AgentState, tree: Tree): string[] {
  return [...parsed].flatMap(([path, before]) => {
    const entry = before ? tree.read(path) : undefined;
    const now = entry?.type === 'file' ? syntaxClean(path, entry.bytes) : undefined;
    return now === false ? [`${path} parsed before your edits and does not parse now.`] : [];
  });
}

/** What is there when the agent is stopped from outside: kept if the checks say that it is no worse than before. */
async function lastTurn(job: CodingJob, why: string, state: AgentState, world: CoderWorld): Promise<Turn> {
  if (state.touched.size === 0) return dropped(why);
  const turn = await stopped(job, state, world);
  return turn.type === 'reflect' || turn.type === 'dropped' ? (state.accepted ?? dropped(why)) : turn;
}
