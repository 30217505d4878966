/** A reply as a message, and as the events of a stream: content blocks that start, grow and stop. */
import type {
  ContentBlock,
  Message,
  RawMessageStreamEvent,
  StopReason,
  Usage,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { callText, pieces } from '../../../../src/models/script/reply.ts';
import type { FinishReason } from '../../../../src/models/types.ts';
import type { Answer, Frame } from '../wire.ts';

const STOP = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  refusal: 'refusal',
} as const satisfies Record<FinishReason, StopReason>;

type AnswerBlock = {
  block: ContentBlock;
  text: string;
  delta: 'thinking_delta' | 'text_delta' | 'input_json_delta';
};

function answerBlocks({ reply, serial }: Answer): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  if (reply.reasoning)
    blocks.push({
      block: { type: 'thinking', thinking: reply.reasoning, signature: `signature-${serial}` },
      text: reply.reasoning,
      delta: 'thinking_delta',
    });
  if (reply.text)
    blocks.push({
      block: { type: 'text', text: reply.text, citations: null },
      text: reply.text,
      delta: 'text_delta',
    });
  for (const call of reply.toolCalls) {
    const text = call.input === undefined ? callText(call) : JSON.stringify({ input: call.input });
    blocks.push({
      block: {
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: jsonOrEmpty(text),
        caller: { type: 'direct' },
      },
      text,
      delta: 'input_json_delta',
    });
  }
  return blocks;
}

/** A call that the output limit cut has arguments that are no JSON. */
function jsonOrEmpty(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function usageOf({ reply: { usage } }: Answer, output: number): Usage {
  return {
    input_tokens: usage.input - usage.cachedInput - usage.cacheWriteInput,
    cache_read_input_tokens: usage.cachedInput,
    cache_creation_input_tokens: usage.cacheWriteInput,
    cache_creation: null,
    output_tokens: output,
    output_tokens_details: output > 0 ? { thinking_tokens: usage.reasoning } : null,
    inference_geo: null,
    server_tool_use: null,
    service_tier: 'standard',
    speed: null,
  };
}

/** The whole answer. */
export function messageOfAnswer(answer: Answer): Message {
  const { request, reply, serial } = answer;
  return {
    id: `msg_${serial}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: answerBlocks(answer).map(({ block }) => block),
    stop_reason: STOP[reply.finish],
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: usageOf(answer, reply.usage.output),
  };
}

/** The events of the answer, in order. */
export function framesOf(answer: Answer): Frame[] {
  const { reply } = answer;
  const frame = (data: RawMessageStreamEvent, content = false): Frame => ({
    event: data.type,
    data,
    content,
  });
  const started = { ...messageOfAnswer(answer), content: [], stop_reason: null, usage: usageOf(answer, 0) };
  const end = usageOf(answer, reply.usage.output);
  return [
    frame({ type: 'message_start', message: started }),
    { event: 'ping', data: { type: 'ping' }, content: false },
    ...answerBlocks(answer).flatMap((part, index) => blockFrames(part, index, frame)),
    frame({
      type: 'message_delta',
      delta: { stop_reason: STOP[reply.finish], stop_sequence: null, stop_details: null, container: null },
      usage: {
        input_tokens: end.input_tokens,
        output_tokens: end.output_tokens,
        cache_creation_input_tokens: end.cache_creation_input_tokens,
        cache_read_input_tokens: end.cache_read_input_tokens,
        output_tokens_details: end.output_tokens_details,
        server_tool_use: null,
      },
    }),
    frame({ type: 'message_stop' }),
  ];
}

function blockFrames(
  { block, text, delta }: AnswerBlock,
  index: number,
  frame: (data: RawMessageStreamEvent, content?: boolean) => Frame,
): Frame[] {
  const deltas = pieces(text).map((piece) =>
    frame(
      {
        type: 'content_block_delta',
        index,
        delta:
          delta === 'text_delta'
            ? { type: delta, text: piece }
            : delta === 'thinking_delta'
              ? { type: delta, thinking: piece }
              : { type: delta, partial_json: piece },
      },
      true,
    ),
  );
  const signature =
    block.type === 'thinking'
      ? [
          frame({
            type: 'content_block_delta',
            index,
            delta: { type: 'signature_delta', signature: block.signature },
          }),
        ]
      : [];
  return [
    frame({ type: 'content_block_start', index, content_block: emptied(block) }),
    ...deltas,
    ...signature,
    frame({ type: 'content_block_stop', index }),
  ];
}

type Opened = Extract<RawMessageStreamEvent, { type: 'content_block_start' }>['content_block'];

function emptied(block: ContentBlock): Opened {
  if (block.type === 'text') return { ...block, text: '' };
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  if (block.type === 'tool_use') return { ...block, input: {} };
  return block;
}
