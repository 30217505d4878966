#!/usr/bin/env node
/** The command line: finds the subcommand and runs it. Subcommands load on demand, so that `apply` does not pay for the server. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { cacheFolder } from './folders.ts';
import type { CliCommand } from './io.ts';
import { version } from './version.ts';

const commands: Record<string, { summary: string; load(): Promise<CliCommand> }> = {
  serve: {
    summary: 'run the GitHub App: web server and workers',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  run: {
    summary: 'do one task in a local repository',
    load: async () => (await import('./run.ts')).runCommand,
  },
  apply: {
    summary: "apply a model's reply to files",
    load: async () => (await import('./apply.ts')).applyCommand,
  },
  map: {
    summary: 'print the repo map for a request',
    load: async () => (await import('./map.ts')).mapCommand,
  },
  replay: {
    summary: 'tell a recorded run again, offline, and compare the result',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  doctor: {
    summary: 'say what is configured, what is missing, and how to mend it',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  demo: {
    summary: 'show the main job, on this machine alone',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
};

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `aiderbot ${version}\n\nUsage: aiderbot <command> [options]\n\n${rows.join('\n')}\n\n"aiderbot <command> --help" tells more.\n`;
}

/** What a shell reports of a program that wrote to a reader that was gone (128 + SIGPIPE). */
const readerGone = 141;

// `| head` closes the pipe when it has seen enough: no fault, and nobody is left to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(readerGone);
});

const [name = '', ...argv] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  // Compiling our modules takes longer than a warm map; where the folder cannot be written, they are compiled each time.
  enableCompileCache(path.join(cacheFolder(), 'code'));
  const run = await command.load();
  process.exitCode = await run(argv, process);
} else if (name === '--version') process.stdout.write(`${version}\n`);
else if (name === '' || name === 'help' || name === '--help') process.stdout.write(usage());
else {
  process.stderr.write(`There is no command "${name}".\n\n${usage()}`);
  process.exitCode = 2;
}
