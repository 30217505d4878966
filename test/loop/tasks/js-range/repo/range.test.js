import assert from 'node:assert/strict';
import { test } from 'node:test';
import { range } from './range.js';

test('up', () => assert.deepEqual(range(1, 4), [1, 2, 3]));
test('empty', () => assert.deepEqual(range(2, 2), []));
