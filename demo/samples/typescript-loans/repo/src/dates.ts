/** Calendar days as `YYYY-MM-DD`: no time of day, no time zone, so that nobody is late because of summer time. */
export type Day = string;

const msPerDay = 24 * 60 * 60 * 1000;

/** Midnight UTC of a day; throws for text that is no real day, such as 2026-02-30. */
export function parseDay(day: Day): Date {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || formatDay(date) !== day) {
    throw new RangeError(`not a calendar day: ${day}`);
  }
  return date;
}

export function formatDay(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return formatDay(new Date(parseDay(day).getTime() + days * msPerDay));
}

/** The same day of a later month. */
export function addMonths(day: Day, months: number): Day {
  const date = parseDay(day);
  date.setUTCMonth(date.getUTCMonth() + months);
  return formatDay(date);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((parseDay(to).getTime() - parseDay(from).getTime()) / msPerDay);
}
