import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/shop/cart.js';

test('one of each', () => assert.equal(total([{ cents: 5, count: 1 }]), 5));
test('several of one', () => assert.equal(total([{ cents: 5, count: 3 }]), 15));
