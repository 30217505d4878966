/** `continue --base`: the base branch of a pull request is merged into its branch, checked like any change, and pushed. */
import { z } from 'zod';
import { code } from '../../coder/code.ts';
import { looksSecret } from '../../coder/secret-files.ts';
import { judgeStep } from '../../coder/verdict.ts';
import type { ContextFile } from '../../context/files.ts';
import { matchesAny } from '../../edits/globs.ts';
import { workspaceTree } from '../../edits/index.ts';
import { countTokens } from '../../lib/tokens.ts';
import { commitMessage } from '../../report/commit-message.ts';
import type { CommitFacts, Outcome } from '../../report/types.ts';
import { fetchBranch } from '../../workspace/cache.ts';
import { isAncestor } from '../../workspace/history.ts';
import { commitMerge, layOutTree, type MergedTree, mergeTrees } from '../../workspace/merge.ts';
import { changedPaths, head, stage } from '../../workspace/workspace.ts';
import { sendMerge } from '../publishing/merge.ts';
import { runBaseline } from '../stages/check.ts';
import { coderWorld } from '../stages/coder-world.ts';
import { readConventions } from '../stages/conventions.ts';
import { mayPublish } from '../stages/publish.ts';
import { recordTree } from '../stages/tree.ts';
import type { Job, Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { mergeReason, resolveInstruction } from './merge-words.ts';

const baseSchema = z.string().nullable();

/** Above this, whole files would be more text to write than the conflicts are worth. */
const WHOLE_TOKENS = 8_000;

export const mergeBase: Job = async (run, tools) => {
  const { request, workspace, record } = run;
  const { start, job } = request;
  const refused = (reason: string): Outcome => ({ kind: 'refused', reason });
  const branch = start.pullRequest?.base;
  if (branch === undefined)
    return refused('there is no open pull request here whose branch could be updated');
  if (start.pullRequest?.isFork)
    return refused('this pull request comes from a fork, to which the App cannot push; its author can merge');
  if (run.task.dryRun) return refused('a merge cannot be shown with `--dry-run`');
  const theirs = await baseCommit(branch, tools);
  if (theirs === undefined) return refused(`its base branch \`${branch}\` is gone`);
  const ours = await head(workspace);
  if (await isAncestor(workspace, theirs, ours))
    return { kind: 'nothing-to-do', reason: `everything of \`${branch}\` is in the branch already` };

  const { baseline, check } = await runBaseline(request, workspace, tools, record);
  record.stage('merge', { state: 'running' });
  const merged = await mergeTrees(workspace, theirs, tools.forge.remote);
  record.stage('merge', { state: 'running', conflicts: merged.conflicts.length });
  const hopeless = mergeReason(merged, (path) => matchesAny(path, job.protect) || looksSecret(path));
  if (hopeless !== undefined) return refused(hopeless);
  await layOutTree(workspace, merged.tree, tools.forge.remote);
  record.stage('merge', { state: 'done' });

  const world = coderWorld(request, workspace, check, tools, record);
  const clean = merged.conflicts.length === 0;
  const made = clean
    ? await verified(run, branch, baseline, world)
    : await resolved(run, branch, { merged, baseline, world }, tools);
  if ('outcome' in made) return made.outcome;
  world.checkpoint();
  const { tree, checks, reflections, notes } = made;
  const message = commitMessage({
    proposed: job.commitStyle === 'conventional' ? `chore: merge branch ${branch}` : `Merge branch ${branch}`,
    title: `merge branch ${branch}`,
    paths: [],
    style: job.commitStyle,
    ...(job.coAuthor ? { coAuthor: job.coAuthor } : {}),
    run: job.run,
    step: 1,
    of: 1,
    verified: checks.filter((result) => result.status === 'green').map((result) => result.kind),
  });
  const paths = await changedPaths(workspace, ours, tree);
  record.set({ final: checks });
  record.stage('edit', { state: clean ? 'skipped' : 'done' });
  const green = checks.every((result) => result.status === 'green');
  record.stage('check', { state: checks.length === 0 ? 'skipped' : green ? 'done' : 'failed' });
  await mayPublish(run, tools);
  const id = await commitMerge(workspace, {
    tree,
    ours,
    theirs,
    message,
    author: job.author,
    time: job.startedAt,
  });
  await recordTree(workspace, tools);
  const subject = message.split('\n')[0] ?? '';
  record.set({ commits: [{ id, subject, step: 1, of: 1, paths, checks, reflections, notes }] });
  await sendMerge(run, tools);
  record.stage('publish', { state: 'done', draft: start.pullRequest?.draft ?? false });
  record.set({ answer: { kind: 'merged', branch, commit: theirs, resolved: merged.conflicts } });
  const red = checks.find((result) => result.status !== 'green');
  return red
    ? { kind: 'partial', reason: `\`${red.command}\` is not green: ${red.reason}` }
    : { kind: 'done' };
};

/** The head of the base branch, once for good: a restart merges what the first attempt merged. */
async function baseCommit(
  branch: string,
  { forge, folders, journal, signal }: RunTools,
): Promise<string | undefined> {
  // Not in the step: another machine has to have the objects as well.
  const fetched = forge.objects
    ? undefined
    : await fetchBranch(forge.remote, branch, { root: folders.cache, home: folders.git, signal });
  return (
    (await journal.step('base-commit', branch, baseSchema, async () => fetched?.commit ?? null)) ?? undefined
  );
}

type Made =
  | { tree: string; checks: CommitFacts['checks']; reflections: number; notes: readonly string[] }
  | { outcome: Outcome };
type World = ReturnType<typeof coderWorld>;
type Baseline = Awaited<ReturnType<typeof runBaseline>>['baseline'];

/** Without conflicts only the checks decide. */
async function verified({ workspace }: Run, branch: string, baseline: Baseline, world: World): Promise<Made> {
  const tree = await stage(workspace, []);
  world.progress({ type: 'checking', step: 1, of: 1 });
  const checks = await world.check(tree);
  world.progress({ type: 'checked', results: checks });
  const changed = await changedPaths(workspace, 'HEAD', tree);
  const verdict = judgeStep({ baseline, after: checks, request: '', changed });
  if (verdict.state === 'broken') {
    const { result, reason } = verdict;
    return {
      outcome: {
        kind: 'failed',
        reason: `\`${branch}\` merges without a conflict, but then \`${result.command}\` is worse than before: ${reason}. Nothing was pushed`,
      },
    };
  }
  return { tree, checks, reflections: 0, notes: [] };
}

/** A model resolves the conflicts by edits like any others, and nothing is accepted while a marker is left. */
async function resolved(
  run: Run,
  branch: string,
  given: { merged: MergedTree; baseline: Baseline; world: World },
  tools: RunTools,
): Promise<Made> {
  const { request, task, workspace, record } = run;
  const { merged, baseline, world } = given;
  const files = conflictFiles(merged, run);
  record.set({ context: files.map(({ path, reasons }) => ({ path, reasons })) });
  const size = files.reduce((sum, file) => sum + countTokens(file.content), 0);
  const result = await code(
    {
      ...request.job,
      mode: 'direct',
      points: 0,
      // Markers of a conflict look like those of an edit block; a whole file leaves no room for that doubt.
      editFormat: size <= WHOLE_TOKENS ? 'whole' : request.job.editFormat,
      instruction: resolveInstruction(branch, merged.conflicts, task.instruction),
      conflicts: merged.conflicts,
      files,
      map: '',
      conventions: await readConventions(request, task, merged.conflicts, workspace, tools),
      baseline,
    },
    withoutMessages(world),
  );
  record.set({ dropped: result.dropped, suggestions: result.suggestions });
  const [commit] = result.commits;
  if (!commit) {
    return {
      outcome:
        result.outcome === 'needs-answer'
          ? { kind: 'needs-answer', question: result.question }
          : {
              kind: 'failed',
              reason: `the conflicts could not be resolved: ${'reason' in result ? result.reason : 'nothing came of it'}. Nothing was pushed`,
            },
    };
  }
  const tree = await stage(workspace, []);
  return { tree, checks: commit.checks, reflections: commit.reflections, notes: commit.notes };
}

function conflictFiles({ conflicts }: MergedTree, { workspace }: Run): ContextFile[] {
  const tree = workspaceTree(workspace.dir);
  return conflicts.flatMap((path) => {
    const entry = tree.read(path);
    if (entry?.type !== 'file') return [];
    return [{ path, content: new TextDecoder().decode(entry.bytes), reasons: ['in conflict'] }];
  });
}

/** A merge has a message of its own, so the weak model need not be paid for one. */
function withoutMessages(world: World): World {
  return {
    ...world,
    ask: async (purpose, prompt, tools) =>
      purpose === 'weak'
        ? {
            text: '',
            reasoning: '',
            toolCalls: [],
            usage: { input: 0, cachedInput: 0, cacheWriteInput: 0, output: 0, reasoning: 0 },
            finish: 'refusal',
          }
        : world.ask(purpose, prompt, tools),
  };
}
