/** One thing that was looked at. */
export interface Finding {
  /** What: "git", "model anthropic/claude-…". */
  name: string;
  /** `missing`: what is asked for does not work without it. `note`: it works, with less. */
  state: 'ok' | 'note' | 'missing';
  /** What was found. */
  text: string;
  /** What to do about it. */
  fix?: string;
}

export const ok = (name: string, text: string): Finding => ({ name, state: 'ok', text });
export const note = (name: string, text: string, fix: string): Finding => ({
  name,
  state: 'note',
  text,
  fix,
});
export const missing = (name: string, text: string, fix: string): Finding => ({
  name,
  state: 'missing',
  text,
  fix,
});

/** An error's first line, which is what a person can use. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.trim() ?? '';
}
