import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upper, words } from './text.js';

test('words', () => assert.deepEqual(words('a b'), ['a', 'b']));
test('upper keeps digits', () => assert.equal(upper('7'), '7'));
