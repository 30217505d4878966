/** How long an agent may go on. Money has its own ceiling; these end an agent that goes round in circles. */
export interface Used {
  /** Answers of the model so far. */
  turns: number;
  /** Tokens that were not read from a cache, of input and output together. */
  tokens: number;
  /** As recorded. */
  milliseconds: number;
}

const MOST_TURNS = 50;
const MOST_TOKENS = 1_500_000;

/** Which limit is reached, for people; undefined when none is. */
export function limitReached(used: Used, maxMinutes: number): string | undefined {
  if (used.turns >= MOST_TURNS) return `its limit of ${MOST_TURNS} answers`;
  if (used.tokens >= MOST_TOKENS) return `its limit of ${MOST_TOKENS.toLocaleString('en')} tokens`;
  if (used.milliseconds >= maxMinutes * 60_000)
    return `the longest time for a run (${maxMinutes} minutes, \`budget.max_minutes\`)`;
  return undefined;
}
