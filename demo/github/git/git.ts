/** Runs the git program on a bare repository, away from the machine's own configuration. */
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';

export interface GitOptions {
  input?: string | Buffer;
  env?: Record<string, string>;
}

export interface GitResult {
  code: number;
  out: Buffer;
  error: string;
}

export const gitEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  HOME: devNull,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_TERMINAL_PROMPT: '0',
});

/** Runs git and gives back whatever happened. */
export function runGit(dir: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [`--git-dir=${dir}`, ...args], {
      env: { ...gitEnvironment(), ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const error: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => error.push(chunk));
    // Git may stop reading early; what it says and its exit code tell why.
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code: code ?? 1, out: Buffer.concat(out), error: Buffer.concat(error).toString() }),
    );
    child.stdin.end(options.input ?? '');
  });
}

/** The output of a git command that must succeed, without the final newline. */
export async function git(dir: string, args: readonly string[], options?: GitOptions): Promise<string> {
  const result = await runGit(dir, args, options);
  if (result.code !== 0) throw new Error(`git ${args.join(' ')} failed: ${result.error.trim()}`);
  return result.out.toString().replace(/\n$/, '');
}

/** The same as raw bytes. */
export async function gitBytes(dir: string, args: readonly string[]): Promise<Buffer> {
  const result = await runGit(dir, args);
  if (result.code !== 0) throw new Error(`git ${args.join(' ')} failed: ${result.error.trim()}`);
  return result.out;
}

/** The output, or undefined when git says no. */
export async function tryGit(
  dir: string,
  args: readonly string[],
  options?: GitOptions,
): Promise<string | undefined> {
  const result = await runGit(dir, args, options);
  return result.code === 0 ? result.out.toString().replace(/\n$/, '') : undefined;
}
