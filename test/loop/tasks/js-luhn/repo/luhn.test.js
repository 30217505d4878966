import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valid } from './luhn.js';

test('right', () => assert.ok(valid('4539319503436467')));
test('wrong', () => assert.ok(!valid('8273123273520569')));
