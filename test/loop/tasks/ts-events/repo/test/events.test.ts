import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Events } from '../src/events.ts';

test('emit reaches listeners', () => {
  const events = new Events();
  let heard = '';
  events.on((value) => (heard += value));
  events.emit('a');
  assert.equal(heard, 'a');
});

test('off means off', () => {
  const events = new Events();
  let heard = '';
  const off = events.on((value) => (heard += value));
  off();
  events.emit('a');
  assert.equal(heard, '');
});
