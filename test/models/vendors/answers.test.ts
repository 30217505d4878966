/** What a model answers reaches us the same way through every protocol, streamed or whole, by the official SDKs. */
import { describe, expect, test } from 'vitest';
import type { ScriptReply } from '../../../src/models/script/schema.ts';
import { ask, CAPABLE, events, rig, VENDORS } from '../support.ts';

const usage = { input: 120, cachedInput: 100, cacheWriteInput: 0, output: 30, reasoning: 10 };

describe.each(VENDORS)('%s', (vendor) => {
  describe.each([
    ['streamed', true],
    ['whole', false],
  ])('%s', (_name, stream) => {
    test('text, reasoning, usage and the finish reason', async () => {
      const reply = { text: 'Here is the fix.\n\nDone — naïve ✓\n', reasoning: 'Look at the loop.', usage };
      await using rigged = await rig(vendor, [{ reply }], { stream });
      const all = await events(rigged.provider, ask('fix it'));
      expect(all.filter(({ type }) => type !== 'carried' && type !== 'usage')).toEqual([
        { type: 'reasoning', text: 'Look at the loop.' },
        { type: 'text', text: 'Here is the fix.\n\nDone — naïve ✓\n' },
        { type: 'finish', reason: 'stop' },
      ]);
      expect(all.findLast(({ type }) => type === 'usage')).toEqual({ type: 'usage', usage });
      rigged.server.assertFinished();
    });

    test('two function calls in one answer', async () => {
      const toolCalls: ScriptReply['toolCalls'] = [
        { id: 'call_a', name: 'edit', arguments: { path: 'a.ts', edits: [{ old: '"x"\n', new: 'ü' }] } },
        { id: 'call_b', name: 'edit', arguments: {} },
      ];
      await using rigged = await rig(vendor, [{ reply: { text: 'Two edits.', toolCalls } }], { stream });
      const tools = [
        { name: 'edit', description: 'Edits a file.', parameters: { type: 'object', properties: {} } },
      ];
      const all = await events(rigged.provider, ask('edit', { tools }));
      expect(all.filter(({ type }) => type === 'tool_call' || type === 'finish')).toEqual([
        {
          type: 'tool_call',
          call: { id: 'call_a', name: 'edit', arguments: JSON.stringify(toolCalls[0]?.arguments) },
        },
        { type: 'tool_call', call: { id: 'call_b', name: 'edit', arguments: '{}' } },
        { type: 'finish', reason: 'tool_calls' },
      ]);
    });

    test('the input of a free-text tool arrives as it was written', async () => {
      const input = '*** Begin Patch\n*** Update File: a.ts\n-"old"\n+`new`\n*** End Patch';
      await using rigged = await rig(
        vendor,
        [{ reply: { toolCalls: [{ id: 'call_p', name: 'apply_patch', input }] } }],
        { stream },
      );
      const tools = [{ name: 'apply_patch', description: 'Applies a patch.' }];
      const all = await events(rigged.provider, ask('patch', { tools }));
      expect(all.filter(({ type }) => type === 'tool_call')).toEqual([
        { type: 'tool_call', call: { id: 'call_p', name: 'apply_patch', arguments: input } },
      ]);
    });

    test.each(['length', 'refusal'] as const)('the finish reason %s', async (finish) => {
      await using rigged = await rig(vendor, [{ reply: { text: 'I had to', finish } }], { stream });
      const all = await events(rigged.provider, ask('hello'));
      expect(all.at(-1)).toEqual({ type: 'finish', reason: finish });
    });
  });

  test('the answer to a tool call goes back in the form that the vendor wants', async () => {
    const toolCalls = [{ id: 'call_1', name: 'edit', arguments: { path: 'a' } }];
    await using rigged = await rig(vendor, [
      { reply: { reasoning: 'Hm.', toolCalls } },
      { reply: { text: 'Thanks.' } },
    ]);
    const profile = {
      ...CAPABLE,
      temperature: 'none' as const,
      reasoning: vendor === 'anthropic' ? ('adaptive' as const) : ('effort' as const),
    };
    const tools = [{ name: 'edit', description: 'Edits.', parameters: { type: 'object' } }];
    const request = ask('edit', { tools, reasoning: 'low' });
    const first = await events(rigged.provider, request, profile);
    const calls = first.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    const items = first.flatMap((event) => (event.type === 'carried' ? [event.item] : []));
    const second = await events(
      rigged.provider,
      {
        ...request,
        messages: [
          ...request.messages,
          { role: 'assistant', content: '', toolCalls: calls, carried: { kind: vendor, items } },
          { role: 'tool', content: 'no such file', toolCallId: 'call_1', toolFailed: true },
          { role: 'user', content: 'Go on.' },
        ],
      },
      profile,
    );
    expect(second).toContainEqual({ type: 'text', text: 'Thanks.' });
    // The server checks the vendor's rules about calls and their answers.
    rigged.server.assertFinished();
    const sent = JSON.stringify(rigged.server.requests[1]?.body);
    expect(sent).toContain('no such file');
    if (vendor !== 'openai-chat')
      expect(sent).toContain(vendor === 'anthropic' ? 'signature-1' : 'encrypted-1');
  });
});
