import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fine, lend, renew } from '../src/loans.ts';

test('a film is due after a week', () => {
  assert.equal(lend('film', '2026-05-01').dueOn, '2026-05-08');
});

test('a book borrowed on 31 May is due on the last of June', () => {
  assert.equal(lend('book', '2026-05-31').dueOn, '2026-06-30');
});

test('a renewal counts from the due day', () => {
  const loan = renew(lend('magazine', '2026-05-01'));
  assert.equal(loan.dueOn, '2026-05-29');
  assert.throws(() => renew(loan), /renewed 1 times/);
});

test('nobody pays for returning in time', () => {
  assert.equal(fine(lend('book', '2026-05-04'), '2026-06-04'), 0);
});

test('a fine grows by the day and stops at its limit', () => {
  const loan = lend('film', '2026-05-01');
  assert.equal(fine(loan, '2026-05-11'), 300);
  assert.equal(fine(loan, '2026-08-01'), 1500);
});
