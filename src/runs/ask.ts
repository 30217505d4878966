/** The one way for a run to ask a model: fitted to the window, paid from the budget, kept in the journal. */
import type { Prompt } from '../coder/types.ts';
import { type Fitted, fitPrompt } from '../context/fit.ts';
import { assemble } from '../context/messages.ts';
import { type Budget, NO_USAGE } from '../models/cost.ts';
import { ModelDeferred, ModelFault } from '../models/faults.ts';
import type { BilledCall, ModelReply, ModelRequest, Purpose, ToolSpec } from '../models/types.ts';
import type { ModelUse, Spending } from '../report/types.ts';
import {
  type Asked,
  type AskedFacts,
  askedSchema,
  LOST_STEP,
  lostSchema,
  type Paid,
  paidFor,
} from './asked.ts';
import { hashOf } from './journal.ts';
import type { RunBudget } from './ledger.ts';
import type { RunRecord } from './record.ts';
import type { RunTools } from './tools.ts';

export type Ask = (purpose: Purpose, prompt: Prompt, tools?: readonly ToolSpec[]) => Promise<ModelReply>;

/**
 * Asks a model once for good: the same question later in the run, or after a restart, gets the recorded answer. Throws a
 * `ModelFault` or `ModelDeferred` when there is no answer. The weak model never throws those: nothing that it does is worth
 * failing or waiting for, so its failure is recorded as an empty refusal.
 */
export function modelAsker(budget: RunBudget, tools: RunTools, record: RunRecord): Ask {
  return async (purpose, prompt, specs) => {
    const model = tools.models[purpose];
    const request = (messages: ModelRequest['messages']): ModelRequest => ({
      model,
      purpose,
      messages,
      ...(specs && specs.length > 0 ? { tools: [...specs] } : {}),
      cacheKey: record.facts.id,
    });
    const meant = request(Array.isArray(prompt) ? prompt : assemble(prompt));
    const key = `${purpose} ${contentHash(meant)}`;
    const calls: BilledCall[] = [];
    let before = 0;
    // Of earlier attempts at this very answer.
    const isNew = firstTime(record, key);
    while (
      tools.journal.entries().some((entry) => entry.step === LOST_STEP && entry.key === `${key} ${before}`)
    ) {
      const paid = await lostStep(`${key} ${before++}`, [], tools);
      if (isNew) showPaid(paid, record);
    }
    const reply = await tools.journal
      .step('model', key, askedSchema, () =>
        answer({ prompt, request, purpose, model, budget, tools, lost: calls }),
      )
      .catch(async (error: unknown) => {
        const paid = paidFor(calls, purpose, tools.models.price);
        if (paid.length > 0) showPaid(await lostStep(`${key} ${before}`, paid, tools), record);
        throw error;
      });
    show(reply, record);
    if (isNew) count(reply, record);
    const { fault } = reply.asked;
    // What was recorded is what the run goes on with: no attempt, and no replay, asks again.
    if (fault && purpose !== 'weak') throw new ModelFault(fault.kind, { ...fault, isFinal: true });
    return reply;
  };
}

const known = new WeakMap<RunRecord, Set<string>>();

/** Whether this is the first time that a run asks this: a recorded answer that is read again costs nothing. */
function firstTime(record: RunRecord, key: string): boolean {
  const keys = known.get(record) ?? new Set();
  known.set(record, keys);
  const isNew = !keys.has(key);
  keys.add(key);
  return isNew;
}

const lostStep = (key: string, paid: Paid[], { journal }: RunTools) =>
  journal.step(LOST_STEP, key, lostSchema, async () => paid);

/** What is asked, without what only routes it. */
const contentHash = (request: ModelRequest) => hashOf({ ...request, cacheKey: undefined });

interface Question {
  prompt: Prompt;
  request(messages: ModelRequest['messages']): ModelRequest;
  purpose: Purpose;
  model: string;
  budget: RunBudget;
  tools: RunTools;
  /** Gathers calls that were made and gave no answer. */
  lost: BilledCall[];
}

/** A vendor that counts more than we do gets the request once more, this much smaller. */
const SMALLER = 0.6;

async function answer(question: Question): Promise<Asked> {
  const { purpose, model, tools } = question;
  let facts: AskedFacts = { purpose, model, hash: '', tokens: 0, reduced: [] };
  try {
    const room = roomOf(question);
    let fitted = await fitInto(question, room);
    for (let tries = 1; ; tries++) {
      const request = question.request(fitted.messages);
      facts = { ...facts, hash: contentHash(request), tokens: fitted.tokens, reduced: fitted.reduced };
      try {
        const reply = await affordable(question, request);
        const usd = tools.models.price(reply.model ?? model, reply.usage);
        return { ...reply, asked: { ...facts, ...(usd === undefined ? {} : { usd }), ...lostBy(question) } };
      } catch (error) {
        if (tries > 1 || Array.isArray(question.prompt) || !isFault(error, 'context_exceeded')) throw error;
        fitted = await fitInto(question, Math.floor(Math.min(room, fitted.tokens) * SMALLER));
      }
    }
  } catch (error) {
    const fault = lasting(error, question);
    if (!fault) throw error;
    const refusal = fault.kind === 'budget' ? question.budget.refusal() : undefined;
    const { kind, detail } = fault;
    return {
      ...NO_REPLY,
      asked: {
        ...facts,
        fault: { kind, model, detail },
        ...(refusal ? { refusal } : {}),
        ...lostBy(question),
      },
    };
  }
}

function lostBy({ lost, purpose, tools }: Question): Pick<AskedFacts, 'lost'> {
  const paid = paidFor(lost, purpose, tools.models.price);
  return paid.length > 0 ? { lost: paid } : {};
}

/**
 * Tokens that an answer may have. Models allow several times as many, and setting that aside for every call would use up a
 * limit that the calls themselves are far from. A longer answer is continued.
 */
export const MOST_ANSWER: Readonly<Record<Purpose, number>> = {
  architect: 32_768,
  editor: 32_768,
  weak: 8_192,
};
/** A call that cannot be paid at this part of it is not made. */
export const LEAST_SHARE = 4;

/** Asks with the longest answer that the budget has room for. */
async function affordable(question: Question, request: ModelRequest): Promise<ModelReply> {
  const { purpose, tools } = question;
  const budget = inDollars(question);
  for (let share = 1; ; share *= 2) {
    try {
      const maxOutputTokens = Math.floor(MOST_ANSWER[purpose] / share);
      return await tools.models.complete({ ...request, maxOutputTokens }, { signal: tools.signal, budget });
    } catch (error) {
      if (error instanceof ModelFault || error instanceof ModelDeferred) question.lost.push(...error.billed);
      if (share >= LEAST_SHARE || !isFault(error, 'budget')) throw error;
    }
  }
}

const NO_REPLY: ModelReply = {
  text: '',
  reasoning: '',
  toolCalls: [],
  usage: NO_USAGE,
  finish: 'refusal',
  outcome: 'refused',
};

/**
 * Faults that belong into the journal: those that stay, by our own limits or by a vendor that refuses for good, since a
 * resumed run has to end where this one did; all of the weak model; and all of the last attempt, so that the run can end
 * with the steps that it has instead of losing them. The others are for another attempt.
 */
function lasting(error: unknown, { purpose, tools }: Question): ModelFault | undefined {
  const fault = error instanceof ModelDeferred ? error.fault : error;
  if (!(fault instanceof ModelFault) || fault.kind === 'cancelled') return undefined;
  return !fault.transient || purpose === 'weak' || tools.lastAttempt ? fault : undefined;
}

function isFault(error: unknown, kind: ModelFault['kind']): boolean {
  return error instanceof ModelFault && error.kind === kind;
}

/** The window without a reserve for the answer: its limit, but a quarter of the window at most. */
export function inputRoom({ window, output }: { window: number; output: number }): number {
  return window - Math.min(output, Math.floor(window / 4));
}

function roomOf({ tools, model }: Question): number {
  return inputRoom(tools.models.limits(model));
}

async function fitInto(
  { prompt, request, tools, model }: Question,
  tokens: number,
): Promise<Extract<Fitted, { ok: true }>> {
  const count = (messages: ModelRequest['messages']) => tools.models.count(request(messages));
  // Plain messages have nothing that could be left out; the client refuses what does not fit.
  if (Array.isArray(prompt)) return { ok: true, messages: prompt, tokens: await count(prompt), reduced: [] };
  const fitted = await fitPrompt(prompt, { tokens, count });
  if (fitted.ok) return fitted;
  throw new ModelFault('context_exceeded', {
    model,
    detail: `at least ${fitted.least} tokens are needed even without outline and thread and with files in parts, and ${tokens} fit beside an answer. Ask for less at a time, name fewer files, or use a model with a larger window`,
  });
}

/** Without a price, calls are booked at a tenth of the dearest list price: about what good models cost. */
const NOMINAL = 0.1;

/** The budget as the client has to see it. A model without a price is reserved at the dearest rates there. */
function inDollars({ budget, tools, model }: Question): Budget {
  if (tools.models.price(model, NO_USAGE) !== undefined) return budget;
  return {
    async reserve(dollars) {
      const reservation = await budget.reserve(dollars * NOMINAL);
      return reservation && { settle: (actual) => reservation.settle(actual * NOMINAL) };
    },
  };
}

/** Faults that stay until somebody mends them. The run goes on, so they would go unseen. */
const NEEDS_SOMEBODY: ReadonlySet<string> = new Set(['auth', 'quota', 'not_found', 'bad_request']);

/** Notes what a reader of the run has to know of it, for a recorded answer as for a new one. */
function show(reply: Asked, record: RunRecord): void {
  const { asked } = reply;
  const notes = [
    ...(asked.reduced.length > 0
      ? [`A request to ${asked.model} did not fit its window and was sent ${asked.reduced.join(', ')}.`]
      : []),
    ...(asked.refusal ? [asked.refusal] : []),
    ...(asked.purpose === 'weak' && asked.fault && NEEDS_SOMEBODY.has(asked.fault.kind)
      ? [`The weak model could not be used. ${new ModelFault(asked.fault.kind, asked.fault).message}`]
      : []),
    ...(reply.usage.input > 0 && asked.usd === undefined
      ? [
          `The price of ${asked.model} is not known, so the cost is not shown; limits count it at $3.75 for a million tokens read and $18 for a million written.`,
        ]
      : []),
  ];
  record.note(...notes.filter((note) => !record.facts.notes.includes(note)));
}

/** Brings the spending of the run up to date, for a recorded answer as for a new one. */
function count({ asked, usage }: Asked, record: RunRecord): void {
  showPaid(asked.lost ?? [], record);
  // One that was refused before it was sent is no call.
  if (asked.fault) return;
  const { purpose, model, usd } = asked;
  record.set({ spending: spend(record.facts.spending, { purpose, model, usd, usage }) });
}

function showPaid(paid: readonly Paid[], record: RunRecord): void {
  for (const one of paid) record.set({ spending: spend(record.facts.spending, one) });
}

function spend(before: Spending, { purpose, model, usage, usd }: Paid): Spending {
  const { models, ...rest } = before;
  const known = models.find((use) => use.role === purpose && use.model === model);
  const use: ModelUse = {
    role: purpose,
    model,
    calls: (known?.calls ?? 0) + 1,
    input: (known?.input ?? 0) + usage.input,
    cachedInput: (known?.cachedInput ?? 0) + usage.cachedInput,
    output: (known?.output ?? 0) + usage.output,
  };
  const first = models.length === 0;
  // One unknown price makes the sum unknown: a figure that is too low would be a wrong claim.
  const sum = usd === undefined || (!first && rest.usd === undefined) ? undefined : (rest.usd ?? 0) + usd;
  return {
    ...rest,
    usd: sum,
    models: known ? models.map((one) => (one === known ? use : one)) : [...models, use],
  };
}
