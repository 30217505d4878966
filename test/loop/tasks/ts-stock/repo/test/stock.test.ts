import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing } from '../src/stock.ts';

test('what is not left', () => assert.deepEqual(missing([{ name: 'nut', left: 0 }, { name: 'bolt', left: 2 }]), ['nut']));
