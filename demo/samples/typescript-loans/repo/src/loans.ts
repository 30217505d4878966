import { addDays, addMonths, type Day, daysBetween } from './dates.ts';
import rules from './rules.json' with { type: 'json' };

export type Kind = keyof typeof rules;

export interface Loan {
  kind: Kind;
  borrowedOn: Day;
  dueOn: Day;
  renewals: number;
}

export function isKind(text: string): text is Kind {
  return Object.hasOwn(rules, text);
}

/** A new loan, due one loan period after the day it was borrowed. */
export function lend(kind: Kind, borrowedOn: Day): Loan {
  return { kind, borrowedOn, dueOn: endOfPeriod(kind, borrowedOn), renewals: 0 };
}

/** The loan with one more period, counted from its due day. Throws when the kind may not be renewed again. */
export function renew(loan: Loan): Loan {
  const allowed = rules[loan.kind].renewals;
  if (loan.renewals >= allowed) {
    throw new Error(`a ${loan.kind} may be renewed ${allowed} times`);
  }
  return { ...loan, dueOn: endOfPeriod(loan.kind, loan.dueOn), renewals: loan.renewals + 1 };
}

/** The fine in cents for a return on `returnedOn`; 0 when it is not late. */
export function fine(loan: Loan, returnedOn: Day): number {
  const daysLate = Math.max(0, daysBetween(loan.dueOn, returnedOn));
  const { finePerDay, fineLimit } = rules[loan.kind];
  return Math.min(daysLate * finePerDay, fineLimit);
}

function endOfPeriod(kind: Kind, from: Day): Day {
  const { period } = rules[kind];
  return 'months' in period ? addMonths(from, period.months) : addDays(from, period.days);
}
