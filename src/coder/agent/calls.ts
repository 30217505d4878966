/** The calls of one answer, in order, each with exactly one result. */
import { syntaxClean } from '../../../grammars/syntax.ts';
import type { Problem } from '../../edits/types.ts';
import type { ChatMessage, ModelReply, ToolCall } from '../../models/types.ts';
import { trackedTree } from '../tracked-tree.ts';
import type { Turn } from '../turn.ts';
import type { CoderWorld, CodingJob } from '../types.ts';
import { commitChange } from './change.ts';
import { commitTitle } from './commit-tool.ts';
import { carryOutEdits } from './edit-calls.ts';
import { asLook } from './look.ts';
import { repositoryOf } from './repository.ts';
import type { AgentState } from './state.ts';
import { refusal, type ToolAnswer } from './tool.ts';

/** More calls in one answer than this are a runaway. */
const MOST_CALLS = 40;

export interface Answered {
  results: ChatMessage[];
  problems: Problem[];
  /** What ends the run: a commit that the checks refused, with no answer left to mend it. */
  end?: Turn;
}

/**
 * Between two commits edits are made first, all of them together, then the repository is looked at: an answer that edits and
 * looks means to see the result. The last call of an answer that hit the output limit is never carried out, however whole it
 * looks, and nothing is after a commit that was refused.
 */
export async function answerCalls(
  job: CodingJob,
  reply: ModelReply,
  state: AgentState,
  world: CoderWorld,
): Promise<Answered> {
  const calls = reply.toolCalls;
  const whole = (reply.finish === 'length' ? calls.slice(0, -1) : calls).slice(0, MOST_CALLS);
  const answers = new Map<ToolCall, ToolAnswer>();
  const problems: Problem[] = [];
  let refused = false;
  let end: Turn | undefined;
  for (const part of partsOf(whole)) {
    if (refused) break;
    problems.push(...(await editAndLook(part.calls, job, state, world, answers)));
    if (!part.commit) continue;
    const committed = await commitChange(part.commit.title, job, state, world);
    answers.set(part.commit.call, committed.answer);
    refused = !committed.answer.ok;
    end = committed.end;
  }
  const results = calls.map((call): ChatMessage => {
    const answer =
      answers.get(call) ?? refusal(`Not carried out: ${whyNot(call, reply, refused)}. Send it again.`);
    return {
      role: 'tool',
      toolCallId: call.id,
      content: answer.content,
      ...(answer.ok ? {} : { toolFailed: true }),
    };
  });
  return { results, problems, ...(end ? { end } : {}) };
}

interface Part {
  calls: ToolCall[];
  /** What closes the part. */
  commit?: { call: ToolCall; title: string };
}

function partsOf(calls: readonly ToolCall[]): Part[] {
  const parts: Part[] = [{ calls: [] }];
  for (const call of calls) {
    const part = parts.at(-1);
    const title = commitTitle(call);
    if (title === undefined) part?.calls.push(call);
    else {
      if (part) part.commit = { call, title };
      parts.push({ calls: [] });
    }
  }
  return parts;
}

async function editAndLook(
  calls: readonly ToolCall[],
  job: CodingJob,
  state: AgentState,
  world: CoderWorld,
  answers: Map<ToolCall, ToolAnswer>,
): Promise<Problem[]> {
  if (calls.length === 0) return [];
  const looks = new Map<ToolCall, ReturnType<typeof asLook>>(calls.map((call) => [call, asLook(call)]));
  const edits = calls.filter((call) => looks.get(call) === undefined);
  const edited = await carryOutEdits(edits, job, [...state.shown], world);
  for (const change of edited.changeSets.flatMap((changeSet) => changeSet.files)) {
    const { path, fromPath = path, before } = change;
    state.touched.add(path).add(fromPath);
    const clean = before === undefined ? true : syntaxClean(fromPath, before);
    if (!state.parsed.has(path) && clean !== undefined)
      state.parsed.set(path, state.parsed.get(fromPath) ?? clean);
  }
  state.notes.push(...edited.notes.filter((note) => !state.notes.includes(note)));

  const repository = repositoryOf(world, await trackedTree(world.workspace), state.touched);
  for (const call of calls) {
    const look = looks.get(call);
    const answer = look ? await look(repository) : edited.answers.get(call.id);
    if (answer) answers.set(call, answer);
  }
  return edited.problems;
}

function whyNot(call: ToolCall, { finish, toolCalls }: ModelReply, refused: boolean): string {
  if (finish === 'length' && call === toolCalls.at(-1))
    return 'the answer was cut off by the output limit, so this call may not be complete';
  if (refused) return 'the commit before it was refused';
  return `there were more than ${MOST_CALLS} calls in one answer`;
}
