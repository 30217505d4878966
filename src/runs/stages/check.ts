/** The repository's own lint and test commands: which they are, and what they gave, as journalled evidence. */
import { z } from 'zod';
import { compare } from '../../checks/compare.ts';
import { detectChecks } from '../../checks/detect/detect.ts';
import { type PlannedCheck, planChecks } from '../../checks/plan.ts';
import { runCheck } from '../../checks/run.ts';
import {
  type CheckResult,
  type CheckSpec,
  checkResultSchema,
  type Place,
  type ReasonCode,
} from '../../checks/types.ts';
import { head, tidy, type Workspace } from '../../workspace/workspace.ts';
import { hashOf } from '../journal.ts';
import type { RunRecord } from '../record.ts';
import type { RunTools } from '../tools.ts';
import { contained } from './contained.ts';
import { type Installed, type Installer, installer } from './installer.ts';
import type { RunRequest } from './read.ts';
import { repositoryFiles, setupPlace } from './setup.ts';

/** Run checks on the state of the files that `tree` names, or return what they gave there before. */
export interface Checker {
  /** After an edit. */
  edit(tree: string): Promise<CheckResult[]>;
  /** When all edits are made: what is too slow to run after each. */
  whole(tree: string): Promise<CheckResult[]>;
}

export interface Checks {
  /** Results on the base commit. */
  baseline: CheckResult[];
  check: Checker;
  /** The same checks with what the workspace stands on now as the base. */
  anew(): Promise<Checks>;
}

const planSchema = z.array(
  z.object({
    kind: z.enum(['lint', 'test']),
    command: z.string(),
    why: z.string(),
    reports: z.array(z.string()),
    when: z.enum(['edit', 'end']).default('edit'),
  }),
);
const resultsSchema = z.array(checkResultSchema);
const cachedSchema = z.object({ made: z.number(), unstarted: z.array(z.string()) });
const setupSchema = z.object({ failed: resultsSchema, cached: cachedSchema.optional() });

/** The lint and test commands of the repository: as the settings say, or as its files declare them. */
export async function repositoryChecks(
  request: RunRequest,
  workspace: Workspace,
  { journal }: RunTools,
): Promise<PlannedCheck[]> {
  return journal.step('checks', '', planSchema, async () =>
    planChecks(request.checks, detectChecks(await repositoryFiles(workspace))).checks.map((check) => ({
      ...check,
      reports: [...check.reports],
    })),
  );
}

/**
 * Finds the checks, sets them up, and runs them on the base commit: what was red before is not the run's doing. A command
 * that was detected and proves nothing there is left out of the run, with a note; a configured one stays and is reported.
 */
export async function runBaseline(
  request: RunRequest,
  workspace: Workspace,
  tools: RunTools,
  record: RunRecord,
): Promise<Checks> {
  const planned = await repositoryChecks(request, workspace, tools);
  const place = tools.place(workspace);
  if (planned.length > 0 && place.type === 'none') {
    record.note(`The checks were not run: ${place.reason}.`);
    return baselineOf(nothingToCheck, record);
  }
  if (planned.length === 0 || place.type === 'none') return baselineOf(nothingToCheck, record);

  record.note(...planned.filter(isDetected).map(foundNote));
  const install = installer(request, workspace, tools, record.facts.repository.defaultBranch);
  const runner = { request, workspace, tools, record, install, place: setupPlace(place, workspace) };
  const first = await setUpAndRun(planned, runner);
  const pairs = planned.map((check, index) => ({ check, result: first[index] }));
  const silent = pairs.filter(({ check, result }) => isDetected(check) && provesNothing(result));
  record.note(
    ...silent.map(
      ({ check, result }) =>
        `\`${check.command}\` was found (${check.why}) and left out: on the base commit it proves nothing (${result?.reason}).`,
    ),
  );
  const kept = pairs.filter((pair) => !silent.includes(pair));
  return baselineOf(checksOn(kept, runner), record);
}

/** The checks of the base commit, on dependencies that are not to blame for what they say. */
async function setUpAndRun(planned: readonly PlannedCheck[], runner: Runner): Promise<CheckResult[]> {
  const { workspace, record, install } = runner;
  const tree = `base ${await head(workspace)}`;
  const cached = await setUp(hashOf(planned), () => install.install(), runner);
  const first = await runAt(tree, planned, [], runner);
  const unstarted = first.filter(beganNothing).map(({ command }) => command);
  if (!cached) {
    if (unstarted.length > 0) await install.noteUnstarted(unstarted);
    return first;
  }
  const day = shortDate(cached.made);
  const news = unstarted.filter((command) => !cached.unstarted.includes(command));
  if (news.length === 0) {
    record.note(
      `The dependencies were found in the cache of ${day}, installed on this machine from the same lock files, so set-up commands did not have to run.`,
    );
    return first;
  }
  record.note(
    `With the dependencies of the cache of ${day}, ${news.map((command) => `\`${command}\``).join(' and ')} did not start, so they were thrown away and installed anew.`,
  );
  await setUp(hashOf([planned, 'afresh']), () => install.afresh(), runner);
  return runAt(`${tree} afresh`, planned, [], runner);
}

async function setUp(
  key: string,
  work: () => Promise<Installed>,
  { tools, record }: Runner,
): Promise<z.infer<typeof cachedSchema> | undefined> {
  const { failed, cached } = await tools.journal.step('setup', key, setupSchema, async () => {
    record.stage('check', { state: 'running', running: 'set-up' });
    const { results, cached } = await work();
    return { failed: results.filter((result) => result.status !== 'green'), ...(cached ? { cached } : {}) };
  });
  record.note(...failed.map((result) => `\`${result.command}\`, to set the checks up: ${result.reason}.`));
  return cached;
}

const NOTHING_BEGAN: ReadonlySet<ReasonCode> = new Set([
  'command-not-found',
  'could-not-start',
  'crashed',
  'no-tests',
  'no-count',
]);

/** A tool that is missing, or that finds nothing to do: what a set-up that is not whole looks like. */
const beganNothing = ({ status, reasonCode }: CheckResult) =>
  status === 'not-green' && NOTHING_BEGAN.has(reasonCode);

/** In UTC, to the minute. */
const shortDate = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const NO_CHECKS: Checker = { edit: async () => [], whole: async () => [] };

const nothingToCheck: Checks = {
  baseline: [],
  check: NO_CHECKS,
  anew: async () => nothingToCheck,
};

type Pair = { check: PlannedCheck; result: CheckResult | undefined };

const resultsOf = (pairs: readonly Pair[]) => pairs.flatMap(({ result }) => (result ? [result] : []));

function checksOn(pairs: readonly Pair[], runner: Runner): Checks {
  const checks = pairs.map(({ check }) => check);
  const at = (when: PlannedCheck['when']) => {
    const own = pairs.filter(({ check }) => check.when === when);
    const planned = own.map(({ check }) => check);
    return (tree: string) => runAt(tree, planned, resultsOf(own), runner);
  };
  return {
    baseline: resultsOf(pairs),
    check: { edit: at('edit'), whole: at('end') },
    async anew() {
      const results = await runAt(`base ${await head(runner.workspace)}`, checks, [], runner);
      return checksOn(
        checks.map((check, index) => ({ check, result: results[index] })),
        runner,
      );
    },
  };
}

function baselineOf(checks: Checks, record: RunRecord): Checks {
  const { baseline } = checks;
  record.set({ baseline });
  record.stage('prepare', { state: 'done', baseline: baseline.length });
  record.stage('check', { state: 'waiting' });
  return checks;
}

const isDetected = (check: PlannedCheck) => check.why !== 'configured';

function foundNote({ kind, command, why }: PlannedCheck): string {
  return `\`${command}\` was found as the ${kind} command: ${why}. Set \`verify.${kind}\` to use another one, or \`off\`.`;
}

/** A flaky one does say something, if not always the same. */
function provesNothing(result: CheckResult | undefined): boolean {
  return result?.status === 'not-green' && result.reasonCode !== 'flaky';
}

interface Runner {
  request: RunRequest;
  workspace: Workspace;
  tools: RunTools;
  record: RunRecord;
  install: Installer;
  place: Place;
}

async function runAt(
  tree: string,
  checks: readonly PlannedCheck[],
  baseline: readonly CheckResult[],
  { request, workspace, tools, record, install, place }: Runner,
): Promise<CheckResult[]> {
  if (checks.length === 0) return [];
  const { timeoutMs } = request.checks;
  const specs = checks.map(
    ({ kind, command, reports }): CheckSpec => ({ kind, command, reports, timeoutMs }),
  );
  return tools.journal.step('check', hashOf([tree, specs]), resultsSchema, async () => {
    // Not a step of its own: after a restart the folder is a new one, and an edit may have changed what is installed.
    await install.install();
    const results: CheckResult[] = [];
    for (const [index, spec] of specs.entries()) {
      record.stage('check', { state: 'running', running: spec.command });
      const run = () => contained(workspace, () => runCheck({ ...spec, signal: tools.signal }, place));
      results.push(await twiceIfRed(run, baseline[index]));
    }
    await tidy(workspace);
    // A result that the shutdown cut short is no evidence, and must not be what the next attempt finds.
    tools.signal.throwIfAborted();
    return results;
  });
}

/**
 * A test run that says something new and bad is asked once more. When it passes then, on the same files, it is flaky:
 * labelled so, neither counted as green nor chased.
 */
async function twiceIfRed(
  run: () => Promise<CheckResult>,
  before: CheckResult | undefined,
): Promise<CheckResult> {
  const first = await run();
  if (first.kind !== 'test' || first.status !== 'red') return first;
  if (before && compare(before, first).kind !== 'broken') return first;
  const second = await run();
  if (second.status !== 'green') return first;
  return {
    ...first,
    status: 'not-green',
    reasonCode: 'flaky',
    reason: `flaky: ${first.reason}, and in a second run on the same files ${second.reason}`,
    durationMs: first.durationMs + second.durationMs,
  };
}
