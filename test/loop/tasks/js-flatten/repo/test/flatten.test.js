import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatten } from '../src/index.js';

test('one level', () => assert.deepEqual(flatten([1, [2]]), [1, 2]));
test('any depth', () => assert.deepEqual(flatten([1, [[[2]], 3]]), [1, 2, 3]));
test('no empty values', () => assert.deepEqual(flatten([null, [undefined, 0]]), [0]));
