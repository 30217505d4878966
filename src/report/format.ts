/** Numbers as people read them. */

/** `850ms` is `0s`; `102_000` is `1m 42s`; hours drop the seconds. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${seconds % 60}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** US dollars to the cent; what is below a cent is not shown as nothing. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.01) return '<$0.01';
  return `$${amount.toFixed(2)}`;
}

/** `6_120` is `6.1k`, `1_204` is `1,204` for counts: see `count`. */
export function tokens(amount: number): string {
  if (amount < 1000) return String(amount);
  if (amount < 99_950) return `${trimmed(amount / 1000)}k`;
  if (amount < 999_500) return `${Math.round(amount / 1000)}k`;
  return `${trimmed(amount / 1_000_000)}M`;
}

function trimmed(amount: number): string {
  return amount.toFixed(1).replace(/\.0$/, '');
}

/** `1204, 'file'` is `1,204 files`. */
export function count(amount: number, word: string): string {
  const digits = String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${word}${amount === 1 ? '' : 's'}`;
}

/** `a, b and c` */
export function listed(parts: readonly string[], last = 'and'): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
}

/** The hash of a commit as shown to people. */
export function shortCommit(id: string): string {
  return id.slice(0, 7);
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Milliseconds since 1970 as `2026-12-07 05:12 UTC`. */
export function moment(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
