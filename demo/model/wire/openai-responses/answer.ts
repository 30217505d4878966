/** A reply as a response, and as typed events with sequence numbers: items that open, grow and close. */
import type { Response, ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { callText, pieces } from '../../../../src/models/script/reply.ts';
import type { Answer, Frame, WireRequest } from '../wire.ts';

/** The items of a reply, closed. */
function outputItems({ reply, request, serial }: Answer): ResponseOutputItem[] {
  const items: ResponseOutputItem[] = [];
  if (reply.reasoning)
    items.push({
      id: `rs_${serial}`,
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: reply.reasoning }],
      encrypted_content: `encrypted-${serial}`,
    });
  if (reply.text)
    items.push({
      id: `msg_${serial}`,
      type: 'message',
      role: 'assistant',
      status: reply.finish === 'length' ? 'incomplete' : 'completed',
      content: [
        reply.finish === 'refusal'
          ? { type: 'refusal', refusal: reply.text }
          : { type: 'output_text', text: reply.text, annotations: [], logprobs: [] },
      ],
    });
  return [...items, ...reply.toolCalls.map((call, index) => callItem(call, request, `${serial}_${index}`))];
}

function callItem(
  call: Answer['reply']['toolCalls'][number],
  request: WireRequest,
  id: string,
): ResponseOutputItem {
  if (call.operation && request.nativeTools.includes('apply_patch')) {
    const { type, path, diff = '' } = call.operation;
    const operation = type === 'delete_file' ? { type, path } : { type, path, diff };
    return { id: `apc_${id}`, type: 'apply_patch_call', call_id: call.id, status: 'completed', operation };
  }
  if (request.customTools.includes(call.name))
    return {
      id: `ctc_${id}`,
      type: 'custom_tool_call',
      call_id: call.id,
      name: call.name,
      input: callText(call),
    };
  const text = call.input === undefined ? callText(call) : JSON.stringify({ input: call.input });
  return {
    id: `fc_${id}`,
    type: 'function_call',
    call_id: call.id,
    name: call.name,
    arguments: text,
    status: 'completed',
  };
}

/** The response object, as it is when the stream starts and when it ends. */
export function responseOf(answer: Answer, state: 'started' | 'finished'): Response {
  const { request, reply, serial } = answer;
  const finished = state === 'finished';
  const cut = reply.finish === 'length';
  return {
    id: `resp_${serial}`,
    object: 'response',
    created_at: 1_750_000_000 + serial,
    status: finished ? (cut ? 'incomplete' : 'completed') : 'in_progress',
    error: null,
    incomplete_details: finished && cut ? { reason: 'max_output_tokens' } : null,
    instructions: null,
    metadata: {},
    model: request.model,
    output: finished ? outputItems(answer) : [],
    output_text: finished ? reply.text : '',
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    access_programs: null,
    ...(finished && { usage: usageOf(answer) }),
  };
}

function usageOf({ reply: { usage } }: Answer): NonNullable<Response['usage']> {
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cachedInput, cache_write_tokens: usage.cacheWriteInput },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  };
}

type Unnumbered = ResponseStreamEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'sequence_number'>
    : never
  : never;

/** The events of one item, from opening to closing. */
function itemEvents(
  item: ResponseOutputItem,
  output_index: number,
): { event: Unnumbered; content: boolean }[] {
  const plain = (event: Unnumbered) => ({ event, content: false });
  const content = (event: Unnumbered) => ({ event, content: true });
  const done = plain({ type: 'response.output_item.done', output_index, item });
  const added = (opened: ResponseOutputItem) =>
    plain({ type: 'response.output_item.added', output_index, item: opened });
  const at = { output_index, item_id: 'id' in item && item.id ? item.id : '' };
  if (item.type === 'reasoning') {
    const text = item.summary[0]?.text ?? '';
    const part = { ...at, summary_index: 0 };
    return [
      added({ ...item, summary: [], encrypted_content: '' }),
      plain({
        type: 'response.reasoning_summary_part.added',
        ...part,
        part: { type: 'summary_text', text: '' },
      }),
      ...pieces(text).map((delta) =>
        content({ type: 'response.reasoning_summary_text.delta', ...part, delta }),
      ),
      plain({ type: 'response.reasoning_summary_text.done', ...part, text }),
      plain({ type: 'response.reasoning_summary_part.done', ...part, part: { type: 'summary_text', text } }),
      done,
    ];
  }
  if (item.type === 'message') {
    const part = item.content[0];
    const where = { ...at, content_index: 0 };
    const opened = added({ ...item, status: 'in_progress', content: [] });
    if (part?.type === 'refusal')
      return [
        opened,
        plain({ type: 'response.content_part.added', ...where, part: { type: 'refusal', refusal: '' } }),
        ...pieces(part.refusal).map((delta) => content({ type: 'response.refusal.delta', ...where, delta })),
        plain({ type: 'response.refusal.done', ...where, refusal: part.refusal }),
        plain({ type: 'response.content_part.done', ...where, part }),
        done,
      ];
    const text = part?.text ?? '';
    const closed = { type: 'output_text' as const, text, annotations: [], logprobs: [] };
    return [
      opened,
      plain({ type: 'response.content_part.added', ...where, part: { ...closed, text: '' } }),
      ...pieces(text).map((delta) =>
        content({ type: 'response.output_text.delta', ...where, delta, logprobs: [] }),
      ),
      plain({ type: 'response.output_text.done', ...where, text, logprobs: [] }),
      plain({ type: 'response.content_part.done', ...where, part: closed }),
      done,
    ];
  }
  if (item.type === 'function_call')
    return [
      added({ ...item, arguments: '', status: 'in_progress' }),
      ...pieces(item.arguments).map((delta) =>
        content({ type: 'response.function_call_arguments.delta', ...at, delta }),
      ),
      plain({ type: 'response.function_call_arguments.done', ...at, arguments: item.arguments }),
      done,
    ];
  if (item.type === 'custom_tool_call')
    return [
      added({ ...item, input: '' }),
      ...pieces(item.input).map((delta) =>
        content({ type: 'response.custom_tool_call_input.delta', ...at, delta }),
      ),
      plain({ type: 'response.custom_tool_call_input.done', ...at, input: item.input }),
      done,
    ];
  return [added(item), { ...done, content: true }];
}

/** The events of the answer, in order. */
export function framesOf(answer: Answer): Frame[] {
  const end = responseOf(answer, 'finished');
  const events: { event: Unnumbered; content: boolean }[] = [
    { event: { type: 'response.created', response: responseOf(answer, 'started') }, content: false },
    { event: { type: 'response.in_progress', response: responseOf(answer, 'started') }, content: false },
    ...end.output.flatMap((item, index) => itemEvents(item, index)),
    {
      event: {
        type: end.status === 'incomplete' ? 'response.incomplete' : 'response.completed',
        response: end,
      },
      content: false,
    },
  ];
  return events.map(({ event, content }, index) => ({
    event: event.type,
    data: { ...event, sequence_number: index },
    content,
  }));
}
