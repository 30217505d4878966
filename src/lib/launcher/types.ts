/** The words of starting programs. */

export interface Program {
  file: string;
  args: readonly string[];
  /** Must exist. */
  cwd: string;
  /** The whole environment: nothing of ours is added. */
  env: Readonly<Record<string, string>>;
  /** Whether it is written to; without, it reads an empty input. */
  takesInput: boolean;
}

export interface Listener {
  out(chunk: Buffer): void;
  err(chunk: Buffer): void;
  /** Once, when it has ended and all its output was given. Null as code: it was killed, or never ran (`cause` says why). */
  end(code: number | null, cause?: Error): void;
}

export interface Running {
  write(text: string): void;
  endInput(): void;
  /** Asks it to end (SIGTERM). */
  kill(): void;
}
