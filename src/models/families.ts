/**
 * How the models of a family behave: what no price list tells. Windows and prices come from `prices.ts`; the numbers here
 * count where that list is silent. Sources: the vendors' model pages, and which edit format each family writes best.
 */
import { ANTHROPIC_FAMILIES } from './families/anthropic.ts';
import type { Family } from './families/family.ts';
import { GOOGLE_FAMILIES } from './families/google.ts';
import { OPEN_FAMILIES } from './families/open.ts';
import { OPENAI_FAMILIES } from './families/openai.ts';

/** First match wins. */
export const FAMILIES: readonly Family[] = [
  ...ANTHROPIC_FAMILIES,
  ...OPENAI_FAMILIES,
  ...GOOGLE_FAMILIES,
  ...OPEN_FAMILIES,
];
