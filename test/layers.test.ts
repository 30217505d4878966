import { expect, test } from 'vitest';
import { violations } from '../scripts/layers.ts';

test('every folder imports only from the layers below it', () => {
  expect(violations()).toEqual([]);
});
