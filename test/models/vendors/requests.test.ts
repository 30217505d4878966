/** What goes over the wire. The server checks the vendors' rules; these are the things that it cannot know. */
import { describe, expect, test } from 'vitest';
import type { ModelProfile } from '../../../src/models/profile.ts';
import type { ChatMessage, ModelRequest } from '../../../src/models/types.ts';
import { ask, CAPABLE, events, rig, VENDORS, type Vendor } from '../support.ts';

async function sent(vendor: Vendor, request: ModelRequest, profile: Partial<ModelProfile> = {}) {
  await using rigged = await rig(vendor, [{ reply: { text: 'ok' } }]);
  await events(rigged.provider, request, { ...CAPABLE, ...profile });
  rigged.server.assertFinished();
  return rigged.server.requests[0]?.body as Record<string, unknown>;
}

const turns = (...messages: ChatMessage[]): ModelRequest => ask('', { messages });
const system: ChatMessage = { role: 'system', content: 'Be brief.' };
const user: ChatMessage = { role: 'user', content: 'Hello' };

describe.each(VENDORS)('%s', (vendor) => {
  test('the name behind the first slash goes to the vendor', async () => {
    expect(await sent(vendor, ask('x', { model: 'test/meta/llama:free' }))).toMatchObject({
      model: 'meta/llama:free',
    });
  });

  test('a temperature is sent where the model takes one, and never where not', async () => {
    expect(await sent(vendor, ask('x'), { temperature: 0.6 })).toMatchObject({ temperature: 0.6 });
    expect(await sent(vendor, ask('x', { temperature: 0.2 }), { temperature: 0.6 })).toMatchObject({
      temperature: 0.2,
    });
    expect(await sent(vendor, ask('x', { temperature: 0.2 }), { temperature: 'none' })).not.toHaveProperty(
      'temperature',
    );
  });

  test('an output limit above the model’s own is lowered to it', async () => {
    const body = await sent(vendor, ask('x', { maxOutputTokens: 90_000 }), { outputLimit: 16_000 });
    expect(Object.values(body)).toContain(16_000);
  });

  test('pictures travel as base64', async () => {
    const images = [{ mediaType: 'image/png' as const, data: 'aGVsbG8=' }];
    expect(JSON.stringify(await sent(vendor, turns({ ...user, images })))).toContain('aGVsbG8=');
  });

  test('a conversation with empty texts, repeated roles and a late system message is accepted', async () => {
    const body = await sent(
      vendor,
      turns(
        system,
        user,
        user,
        { role: 'assistant', content: 'A' },
        { role: 'assistant', content: 'B' },
        { role: 'user', content: 'Go on' },
        { role: 'system', content: 'Reminder' },
      ),
    );
    expect(JSON.stringify(body)).toContain('Reminder');
  });

  test('what another kind of provider wanted back is left out', async () => {
    const carried = { kind: 'scripted' as const, items: [{ secret: 'thought' }] };
    const body = await sent(vendor, turns(user, { role: 'assistant', content: 'A', carried }, user), {
      reasoning: 'adaptive',
    });
    expect(JSON.stringify(body)).not.toContain('thought');
  });

  test('a further turn leaves everything before it as it was, so that prompt caches work', async () => {
    const messages: ChatMessage[] = [
      system,
      { ...user, cacheBreakpoint: true },
      { role: 'assistant', content: 'A' },
    ];
    const turnsOf = (body: Record<string, unknown>) => (body.messages ?? body.input) as unknown[];
    const before = turnsOf(await sent(vendor, turns(...messages, user)));
    const after = turnsOf(
      await sent(vendor, turns(...messages, user, { role: 'assistant', content: 'B' }, user)),
    );
    expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before));
  });

  test('equal requests are equal to the byte, so that prompt caches work', async () => {
    const request = ask('x', {
      messages: [system, user],
      tools: [{ name: 't', description: 'd', parameters: { type: 'object' } }],
    });
    expect(JSON.stringify(await sent(vendor, request))).toBe(
      JSON.stringify(await sent(vendor, structuredClone(request))),
    );
  });
});

describe('anthropic', () => {
  const marked = (content: string): ChatMessage => ({ role: 'user', content, cacheBreakpoint: true });
  const marks = (body: unknown) => JSON.stringify(body).split('"cache_control"').length - 1;

  test('standing instructions are the system, a later one is the user’s', async () => {
    expect(
      await sent('anthropic', turns(system, user, { role: 'system', content: 'Reminder' })),
    ).toMatchObject({
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ text: 'Hello' }, { text: 'Reminder' }] }],
    });
  });

  test('prefixes are marked where asked, the last four when there are more', async () => {
    const two = await sent('anthropic', turns({ ...system, cacheBreakpoint: true }, marked('map'), user));
    expect(two).toMatchObject({ system: [{ cache_control: { type: 'ephemeral' } }] });
    expect(marks(two)).toBe(2);
    const many = await sent('anthropic', turns(...['1', '2', '3', '4', '5', '6'].map(marked)));
    expect(marks(many)).toBe(4);
    expect(JSON.stringify(many)).toMatch(/"text":"6","cache_control"/);
  });

  test('thinking is asked for in the way of the model', async () => {
    const thinking = (profile: Partial<ModelProfile>, more: Partial<ModelRequest> = {}) =>
      sent('anthropic', ask('x', { reasoning: 'medium', ...more }), profile);
    expect(await thinking({ reasoning: 'adaptive' })).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'medium' },
    });
    expect(await thinking({ reasoning: 'budget' })).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 12_288 },
    });
    expect(await thinking({ reasoning: 'budget' })).not.toHaveProperty('temperature');
    expect(await thinking({ reasoning: 'none' })).not.toHaveProperty('thinking');
  });

  test('thinking leaves room for the answer, and is left out where there is none', async () => {
    const body = (maxOutputTokens: number) =>
      sent('anthropic', ask('x', { reasoning: 'high', maxOutputTokens }), { reasoning: 'budget' });
    expect(await body(8_000)).toMatchObject({ max_tokens: 8_000, thinking: { budget_tokens: 4_000 } });
    expect(await body(1_500)).not.toHaveProperty('thinking');
  });

  test('the trained text editor is used under its own name', async () => {
    const toolCalls = [{ name: 'str_replace_based_edit_tool', arguments: { command: 'view', path: 'a' } }];
    await using rigged = await rig('anthropic', [{ reply: { toolCalls } }]);
    const tools = [
      { name: 'text_editor', description: 'Edits.', parameters: {}, native: 'text_editor' as const },
    ];
    const all = await events(rigged.provider, ask('x', { tools }));
    expect(rigged.server.requests[0]?.body).toMatchObject({
      tools: [{ type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' }],
    });
    expect(all).toContainEqual(
      expect.objectContaining({ type: 'tool_call', call: expect.objectContaining({ name: 'text_editor' }) }),
    );
  });

  test('a call that was cut in its arguments can still be repeated in the conversation', async () => {
    const call = { id: 'c1', name: 'edit', arguments: '{"path": "a' };
    const body = await sent(
      'anthropic',
      turns(
        user,
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', content: 'cut off', toolCallId: 'c1', toolFailed: true },
      ),
    );
    expect(JSON.stringify(body)).toContain('"is_error":true');
  });
});

describe('openai', () => {
  const PATCH = { name: 'apply_patch', description: 'Patches.', native: 'apply_patch' as const };
  const operation = { type: 'update_file' as const, path: 'a.ts', diff: '@@\n-a\n+b\n' };

  test('nothing is stored at the vendor, and calls with a common prefix are routed together', async () => {
    expect(await sent('openai', ask('x', { cacheKey: 'run-1' }))).toMatchObject({
      store: false,
      prompt_cache_key: 'run-1',
    });
  });

  test('reasoning is asked for by effort, and comes back encrypted for the next turn', async () => {
    const body = await sent('openai', ask('x', { reasoning: 'high' }), {
      reasoning: 'effort',
      temperature: 'none',
    });
    expect(body).toMatchObject({ reasoning: { effort: 'high' }, include: ['reasoning.encrypted_content'] });
    expect(await sent('openai', ask('x', { reasoning: 'high' }))).not.toHaveProperty('reasoning');
  });

  test('thoughts that led to nothing are left out, because the vendor refuses them alone', async () => {
    const items = [{ type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'gAAA' }];
    const carried = { kind: 'openai' as const, items };
    const body = (content: string) =>
      sent('openai', turns(user, { role: 'assistant', content, carried }, user), { reasoning: 'effort' });
    expect(JSON.stringify(await body('Yes.'))).toContain('gAAA');
    expect(JSON.stringify(await body(''))).not.toContain('gAAA');
  });

  test('the native patch tool: one operation a call, answered in its own kind', async () => {
    await using rigged = await rig('openai', [
      {
        reply: {
          toolCalls: [
            { id: 'p1', name: 'apply_patch', operation },
            { id: 'p2', name: 'apply_patch', operation: { type: 'delete_file', path: 'b.ts' } },
          ],
        },
      },
      { reply: { text: 'ok' } },
    ]);
    const request = ask('patch', { tools: [PATCH] });
    const first = await events(rigged.provider, request);
    const calls = first.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    expect(calls).toEqual([
      { id: 'p1', name: 'apply_patch', arguments: JSON.stringify(operation) },
      { id: 'p2', name: 'apply_patch', arguments: JSON.stringify({ type: 'delete_file', path: 'b.ts' }) },
    ]);
    await events(rigged.provider, {
      ...request,
      messages: [
        ...request.messages,
        { role: 'assistant', content: '', toolCalls: calls },
        { role: 'tool', content: 'done', toolCallId: 'p1' },
        { role: 'tool', content: 'no such file', toolCallId: 'p2', toolFailed: true },
      ],
    });
    rigged.server.assertFinished();
    expect(rigged.server.requests[0]?.body).toMatchObject({ tools: [{ type: 'apply_patch' }] });
    expect(rigged.server.requests[1]?.body).toMatchObject({
      input: [
        {},
        { type: 'apply_patch_call', call_id: 'p1', operation },
        { type: 'apply_patch_call', call_id: 'p2' },
        { type: 'apply_patch_call_output', call_id: 'p1', status: 'completed' },
        { type: 'apply_patch_call_output', call_id: 'p2', status: 'failed' },
      ],
    });
  });

  test('a model without free-text tools gets the patch as a function', async () => {
    const body = await sent('openai', ask('x', { tools: [PATCH] }), { customTools: false });
    expect(body).toMatchObject({
      tools: [{ type: 'function', name: 'apply_patch', parameters: { required: ['input'] } }],
    });
  });
});

describe('openai-chat', () => {
  test('a model without a system role gets its instructions as the user', async () => {
    expect(await sent('openai-chat', turns(system, user), { systemPrompt: false })).toMatchObject({
      messages: [{ role: 'user', content: 'Be brief.' }, { role: 'user' }],
    });
  });

  test('compatible servers get `max_tokens` and no parameter of OpenAI’s own', async () => {
    const body = await sent('openai-chat', ask('x', { maxOutputTokens: 100, cacheKey: 'run-1' }));
    expect(body).toMatchObject({ max_tokens: 100, stream_options: { include_usage: true } });
    expect(body).not.toHaveProperty('prompt_cache_key');
  });

  test('Claude behind a gateway has its prefixes marked and its thinking asked for by a word', async () => {
    const request = ask('', { messages: [{ ...system, cacheBreakpoint: true }, user], reasoning: 'low' });
    const body = await sent('openai-chat', request, { caching: 'explicit', reasoning: 'adaptive' });
    expect(body).toMatchObject({
      messages: [
        { content: [{ text: 'Be brief.', cache_control: { type: 'ephemeral' } }] },
        { content: 'Hello' },
      ],
      reasoning_effort: 'low',
    });
    expect(JSON.stringify(await sent('openai-chat', request))).not.toContain('cache_control');
  });
});
