/** The calls of one answer, in order, each with exactly one result. */
import { syntaxClean } from '../../../grammars/syntax.ts';
import type { Problem } from '../../edits/types.ts';
import type { ChatMessage, ModelReply, ToolCall } from '../../models/types.ts';
import { trackedTree } from '../tracked-tree.ts';
import type { CoderWorld, CodingJob } from '../types.ts';
import { carryOutEdits } from './edit-calls.ts';
import { asLook } from './look.ts';
import { repositoryOf } from './repository.ts';
import type { AgentState } from './state.ts';
import { refusal, type ToolAnswer } from './tool.ts';

/** More calls in one answer than this are a runaway. */
const MOST_CALLS = 40;

/**
 * Edits are made first, all of them together, then the repository is looked at: an answer that edits and looks means to see
 * the result. The last call of an answer that hit the output limit is never carried out, however whole it looks.
 */
export async function answerCalls(
  job: CodingJob,
  reply: ModelReply,
  state: AgentState,
  world: CoderWorld,
): Promise<{ results: ChatMessage[]; problems: Problem[] }> {
  const calls = reply.toolCalls;
  const whole = (reply.finish === 'length' ? calls.slice(0, -1) : calls).slice(0, MOST_CALLS);
  const looks = new Map<ToolCall, ReturnType<typeof asLook>>(whole.map((call) => [call, asLook(call)]));
  const edits = whole.filter((call) => looks.get(call) === undefined);
  const edited = await carryOutEdits(edits, job, [...state.shown], world);
  for (const change of edited.changeSets.flatMap((changeSet) => changeSet.files)) {
    const { path, fromPath = path, before } = change;
    state.touched.add(path).add(fromPath);
    const clean = before === undefined ? true : syntaxClean(fromPath, before);
    if (!state.parsed.has(path) && clean !== undefined)
      state.parsed.set(path, state.parsed.get(fromPath) ?? clean);
  }
  state.notes.push(...edited.notes.filter((note) => !state.notes.includes(note)));

  const repository = repositoryOf(world.workspace, await trackedTree(world.workspace), state.touched);
  const results: ChatMessage[] = [];
  for (const call of calls) {
    const look = looks.get(call);
    const answer: ToolAnswer = look
      ? await look(repository)
      : (edited.answers.get(call.id) ?? refusal(`Not carried out: ${whyNot(call, reply)}. Send it again.`));
    results.push({
      role: 'tool',
      toolCallId: call.id,
      content: answer.content,
      ...(answer.ok ? {} : { toolFailed: true }),
    });
  }
  return { results, problems: edited.problems };
}

function whyNot(call: ToolCall, { finish, toolCalls }: ModelReply): string {
  return finish === 'length' && call === toolCalls.at(-1)
    ? 'the answer was cut off by the output limit, so this call may not be complete'
    : `there were more than ${MOST_CALLS} calls in one answer`;
}
