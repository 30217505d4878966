/**
 * The vocabulary of checks. A result is evidence: every claim in a comment or a pull request is rendered from one.
 * Types that the journal keeps are zod schemas, so that reading a journal back is a parse and not a cast.
 */
import { z } from 'zod';
import type { RepoPath } from '../lib/types.ts';

const checkKindSchema = z.enum(['lint', 'test', 'setup']);
export type CheckKind = z.infer<typeof checkKindSchema>;

/** One failing test, as its runner reported it. Text comes from the repository: hostile, bounded, never markup. */
const testFailureSchema = z.object({
  name: z.string(),
  message: z.string().optional(),
  /** As printed: relative to the workspace where the runner did so. */
  file: z.string().optional(),
  /** 1-based. */
  line: z.number().int().positive().optional(),
});
export type TestFailure = z.infer<typeof testFailureSchema>;

/** `found = passed + failed + skipped`. Failures may be fewer than `failed`: runners and our bounds leave some out. */
const testCountsSchema = z.object({
  found: z.number().int().nonnegative(),
  passed: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  skipped: z.number().int().nonnegative(),
  failures: z.array(testFailureSchema),
  /** Which parsers read the output, with how many tests each of them saw run (passed or failed). */
  runners: z.array(z.object({ name: z.string(), ran: z.number().int().nonnegative() })),
});
export type TestCounts = z.infer<typeof testCountsSchema>;

/** Cleaned output (no ANSI, no control characters). When `truncated`, `omittedBytes` are missing between head and tail. */
const checkLogSchema = z.object({
  head: z.string(),
  tail: z.string(),
  truncated: z.boolean(),
  omittedBytes: z.number().int().nonnegative(),
});
export type CheckLog = z.infer<typeof checkLogSchema>;

/**
 * - `green`: the command ran to its end, exit 0, and (for tests) a count proves that something passed and nothing failed.
 * - `red`: the command says that the code is wrong.
 * - `not-green`: no evidence either way: cut off, crashed, not found, nothing ran.
 */
const checkStatusSchema = z.enum(['green', 'red', 'not-green']);
export type CheckStatus = z.infer<typeof checkStatusSchema>;

const reasonCodeSchema = z.enum([
  'passed',
  'failed',
  'failures-despite-exit-0',
  'timeout',
  'output-limit',
  'memory-limit',
  'process-limit',
  'disk-limit',
  'cancelled',
  'crashed',
  'command-not-found',
  'could-not-start',
  'no-tests',
  'no-count',
  'all-skipped',
  'inconsistent',
  /** Red, then green, on the same files. */
  'flaky',
]);
export type ReasonCode = z.infer<typeof reasonCodeSchema>;

/** What a setup command asked the proxy for, as `name:port`. */
const networkUseSchema = z.object({ allowed: z.array(z.string()), denied: z.array(z.string()) });
export type NetworkUse = z.infer<typeof networkUseSchema>;

const environmentSchema = z.enum(['sandbox', 'direct', 'external']);

export const checkResultSchema = z.object({
  kind: checkKindSchema,
  command: z.string(),
  /** null when the command was killed or never started. */
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
  outputLimit: z.boolean(),
  durationMs: z.number().nonnegative(),
  /** Absent when no parser recognised the output. */
  tests: testCountsSchema.optional(),
  log: checkLogSchema,
  environment: environmentSchema,
  /** Present when a setup command had network through the proxy. */
  network: networkUseSchema.optional(),
  /** Processes of the command that the kernel would not end; absent when there are none. */
  survivors: z.number().int().positive().optional(),
  status: checkStatusSchema,
  reasonCode: reasonCodeSchema,
  /** One sentence for people, e.g. `2 of 31 tests failed`. */
  reason: z.string(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

/** What to run. */
export interface CheckSpec {
  kind: CheckKind;
  /** Given to `/bin/sh -c` in the workspace. */
  command: string;
  timeoutMs: number;
  /** Output bytes after which the command is stopped; default 16 MiB. Parsers see everything below it. */
  maxOutputBytes?: number;
  /**
   * `required` (default): a test command whose output no parser can count is not green.
   * `exit-code`: somebody who answers for the repository said that this command prints no counts.
   */
  counts?: 'required' | 'exit-code';
  /** Result files the command writes, e.g. `target/surefire-reports/TEST-*.xml` (JUnit XML); read when newer than the start. */
  reports?: readonly string[];
  signal?: AbortSignal;
  /** Output as it comes, raw and unbounded per chunk; for live progress only. */
  onOutput?: (chunk: Uint8Array) => void;
}

/** Runs on this machine with its rights: for bundled repositories, and one's own with `--no-sandbox`. */
export interface DirectPlace {
  type: 'direct';
  /** Absolute path of the workspace. */
  cwd: string;
  /** Added to the minimal environment (see `minimalEnvironment`); nothing else of the parent is passed on. */
  env?: Readonly<Record<string, string>>;
}

/** As direct, on the operator's word (`SANDBOX=external`) that the whole worker is disposable and holds no secrets. */
export interface ExternalPlace {
  type: 'external';
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

export interface SandboxLimits {
  /** Bytes of resident memory of all processes together. */
  memoryBytes: number;
  processes: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes that the workspace may grow to, measured while the command runs. */
  workspaceBytes: number;
  /** Bytes of each of /tmp and the home folder, which live in memory. */
  tmpBytes: number;
}

/** A folder of the host that the commands may read and run, e.g. a toolchain outside /usr. Set by the operator only. */
export interface ToolFolder {
  source: string;
  /** Where it appears; default: the same path. */
  target?: string;
  /** Folders of it that go on PATH, relative to the target; `.` for itself. */
  bin?: readonly string[];
}

export interface SandboxPlace {
  type: 'sandbox';
  /** Absolute path on the host; appears as /workspace, writable. */
  workspace: string;
  /** Folder inside the workspace to run in. */
  cwd?: RepoPath;
  /** A git directory shown read-only as /workspace/.git, for commands that ask git. */
  gitDir?: string;
  /**
   * A folder of the host that becomes the home folder and outlives the command, so that what a setup command downloads
   * there (module caches) is found by the checks. Absent: an empty home in memory.
   */
  home?: string;
  tools?: readonly ToolFolder[];
  env?: Readonly<Record<string, string>>;
  limits?: Partial<SandboxLimits>;
  /**
   * Hosts (`name` or `name:port`) that a setup command may reach through the allow-listing proxy. Lint and test commands
   * have no network whatever stands here.
   */
  setupHosts?: readonly string[];
}

/** The discriminated ways to run a check. `sandbox` is the default of the product; the others are somebody's explicit word. */
export type Place = SandboxPlace | DirectPlace | ExternalPlace;
