import { describe, expect, test } from 'vitest';
import { createScriptPlayer, type SeenRequest } from '../../../src/models/script/player.ts';
import { parseScript, readScript, ScriptError, type ScriptInput } from '../../../src/models/script/schema.ts';

const seen = (more: Partial<SeenRequest> = {}): SeenRequest => ({
  model: 'm',
  system: '',
  user: 'hello',
  all: 'hello',
  ...more,
});
const say = (text: string, more: Partial<ScriptInput['entries'][number]> = {}) => ({
  reply: { text },
  ...more,
});

function player(entries: ScriptInput['entries'], more: Partial<ScriptInput> = {}) {
  const made = createScriptPlayer(parseScript({ entries, ...more }));
  const textFor = (request: Partial<SeenRequest> = {}) => {
    const picked = made.next(seen(request));
    return picked.ok ? picked.entry.reply?.text : picked.message;
  };
  return { ...made, textFor };
}

describe('in strict order', () => {
  test('entries answer one after another', () => {
    const { textFor, assertFinished } = player([say('one'), say('two')]);
    expect([textFor(), textFor()]).toEqual(['one', 'two']);
    expect(assertFinished).not.toThrow();
  });

  test('a request that the next entry does not want is refused, with what was wanted', () => {
    const entries = [
      say('plan', { name: 'the plan', when: { purpose: 'architect' } }),
      say('edit', { when: { purpose: 'editor' } }),
    ];
    const { textFor, problems } = player(entries);
    const message = textFor({ model: 'my-editor', user: 'Write the edits' });
    expect(message).toBe(
      'SCRIPT: request 1 (model my-editor, last user message "Write the edits") was not expected. Expected: entry 1 of 2 "the plan" wants the architect.',
    );
    expect(problems()).toContain(message);
  });

  test('a request after the last entry is refused', () => {
    const { textFor } = player([say('one')]);
    textFor();
    expect(textFor()).toContain('All 1 entries of the script are used up.');
  });

  test('an entry may answer several times, or whenever nobody else does', () => {
    const { textFor, assertFinished } = player([
      say('twice', { times: 2 }),
      say('last'),
      say('weak', { times: 'any', when: { purpose: 'weak' } }),
    ]);
    expect([textFor(), textFor({ model: 'weak' }), textFor(), textFor(), textFor({ model: 'weak' })]).toEqual(
      ['twice', 'twice', 'last', expect.stringContaining('SCRIPT'), 'weak'],
    );
    expect(assertFinished).toThrow('request 4');
  });
});

test('in any order, the first open entry that matches answers', () => {
  const entries = [
    say('a', { when: { user: 'apple' } }),
    say('b', { when: { user: '/^banana/i' } }),
    say('c', { when: { system: 'brief', anywhere: 'cherry' } }),
  ];
  const { textFor, assertFinished } = player(entries, { order: 'any' });
  expect(textFor({ user: 'Banana split' })).toBe('b');
  expect(textFor({ user: 'x', system: 'be brief', all: 'a cherry' })).toBe('c');
  expect(textFor({ user: 'an apple' })).toBe('a');
  expect(assertFinished).not.toThrow();
});

test('purposes are told by the request, by the names that the script gives, or by the word in the model’s name', () => {
  const entries: ScriptInput['entries'] = [say('e', { when: { purpose: 'editor' } })];
  expect(player(entries).textFor({ purpose: 'editor', model: 'weak-one' })).toBe('e');
  expect(player(entries, { models: { editor: 'm-2' } }).textFor({ model: 'm-2' })).toBe('e');
  expect(player(entries).textFor({ model: 'big-editor-2' })).toBe('e');
  expect(player(entries, { models: { editor: 'm-2' } }).textFor({ model: 'editor' })).toContain('SCRIPT');
});

test('a request that never came is a problem', () => {
  const { assertFinished } = player([say('one', { name: 'the plan' })]);
  expect(assertFinished).toThrow('entry 1 of 1 "the plan" was never asked for (0 of 1 requests came)');
});

describe('a script that is not valid names the field', () => {
  test.each([
    ['no entries', {}, 'entries'],
    ['an unknown field', { entries: [{ reply: { txt: 'x' } }] }, 'txt'],
    ['neither reply nor fault', { entries: [{ name: 'x' }] }, 'needs a reply'],
    ['an unknown fault', { entries: [{ fault: { kind: 'explode' } }] }, 'kind'],
    ['a broken expression', { entries: [{ reply: {}, when: { user: '/(/' } }] }, 'regular expression'],
  ])('%s', (_name, value, named) => {
    expect(() => parseScript(value)).toThrow(ScriptError);
    expect(() => parseScript(value)).toThrow(named);
  });

  test('a file that is not there', () => {
    expect(() => readScript('/nowhere/script.yaml')).toThrow('/nowhere/script.yaml cannot be read');
  });
});
