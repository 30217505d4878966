import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show } from '../src/dates.ts';

test('epoch', () => assert.match(show(new Date(0)), /1970/));
