/** What carrying out a plan will cost, guessed from its sizes. Pure arithmetic. */

import type { Usage } from '../../models/types.ts';
import type { PlanEstimate } from '../../report/types.ts';

/** Tokens, as the editor will see them. */
export interface StepSize {
  plan: number;
  /** All files that are shown. */
  files: number;
  /** How many files the step changes. */
  changes: number;
}

/** The rules and examples of an edit format, with the role of the editor before them. */
const RULES = 1_800;
/** What an editor writes for one changed file: the edit with its context. */
const ANSWER = 500;
/** A failing check's excerpt and what stands around it. */
const REFLECTION = 1_800;
/** The weak model sees the diff, and writes a line or two. */
const MESSAGE = { input: 700, output: 60 };

interface Given {
  /** Most reflections of one step. */
  reflections: number;
  /** US dollars, or undefined when the price is not known. */
  price(purpose: 'editor' | 'weak', usage: Usage): number | undefined;
}

/** From one answer for each step to all reflections of each; both with a commit message for each step. */
export function estimateOf(steps: readonly StepSize[], given: Given): PlanEstimate {
  const least = total(steps, 0, given);
  const most = total(steps, given.reflections, given);
  return {
    tokens: { least: least.tokens, most: most.tokens },
    ...(least.usd === undefined || most.usd === undefined
      ? {}
      : { usd: { least: least.usd, most: most.usd } }),
  };
}

function total(steps: readonly StepSize[], reflections: number, { price }: Given) {
  let tokens = 0;
  let usd: number | undefined = 0;
  const add = (purpose: 'editor' | 'weak', input: number, output: number) => {
    tokens += input + output;
    const cost = price(purpose, { input, cachedInput: 0, cacheWriteInput: 0, output, reasoning: 0 });
    usd = usd === undefined || cost === undefined ? undefined : usd + cost;
  };
  for (const { plan, files, changes } of steps) {
    for (let answer = 0; answer <= reflections; answer++) {
      add('editor', RULES + plan + files + answer * (REFLECTION + ANSWER * changes), ANSWER * changes);
    }
    add('weak', MESSAGE.input * changes, MESSAGE.output);
  }
  return { tokens, usd };
}
