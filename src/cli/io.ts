/** What a command of the command line gets of the process. */
export interface Io {
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

/** A subcommand: 0 all well, 1 it did not work, 2 the call was wrong. */
export type CliCommand = (argv: string[], io: Io) => Promise<number>;
