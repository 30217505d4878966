import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from '../src/cache.ts';

test('undefined counts as made', () => {
  let calls = 0;
  const get = once(() => void calls++);
  get();
  get();
  assert.equal(calls, 1);
});
