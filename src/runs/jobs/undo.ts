/** `undo` and `redo`: commits of the App on a pull request are taken back by one more commit, checked like any other. */
import { z } from 'zod';
import { commitMessage } from '../../report/commit-message.ts';
import { shortCommit } from '../../report/format.ts';
import { fetchBranch } from '../../workspace/cache.ts';
import { commitsTouching, history, revertCommits } from '../../workspace/revert.ts';
import { changedPaths, commit, stage, type Workspace } from '../../workspace/workspace.ts';
import { RunEnded } from '../outcome.ts';
import { pushOnto } from '../publishing/onto.ts';
import { tellPullRequest } from '../publishing/pull-request.ts';
import { runBaseline } from '../stages/check.ts';
import { coderWorld } from '../stages/coder-world.ts';
import { mayPublish } from '../stages/publish.ts';
import { recordTree } from '../stages/tree.ts';
import type { Job, Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';
import { type BranchCommit, type Choice, chooseRedo, chooseUndo, readCommit } from './undo-choice.ts';

export const undo: Job = takingBack('undo', chooseUndo);
export const redo: Job = takingBack('redo', chooseRedo);

/** A pull request with more commits than this is read as far as here. */
const MOST_COMMITS = 500;

const historySchema = z.array(
  z.object({
    id: z.string(),
    parents: z.array(z.string()),
    authorEmail: z.string(),
    message: z.string(),
  }),
);

function takingBack(
  verb: 'undo' | 'redo',
  choose: (history: readonly BranchCommit[], text: string) => Choice,
): Job {
  return async (run, tools) => {
    const { task, request, workspace, record } = run;
    record.stage('prepare', { state: 'done' });
    const all = await branchHistory(run, tools);
    const choice = choose(all, task.instruction);
    if (!choice.ok) return { kind: 'refused', reason: choice.reason };
    const { commits } = choice;

    const found = await runBaseline(request, workspace, tools, record);
    const world = coderWorld(request, workspace, found.check, tools, record);
    record.stage('revert', { state: 'running', commits: commits.length });
    const { author, startedAt, commitStyle, coAuthor } = request.job;
    const reverted = await revertCommits(
      workspace,
      commits.map(({ id }) => id),
      { remote: tools.forge.remote, author, time: startedAt },
    );
    if (!reverted.ok) {
      throw new RunEnded({ kind: 'refused', reason: await conflictReason(reverted, all, workspace) });
    }
    const tree = await stage(workspace, []);
    const paths = await changedPaths(workspace, 'HEAD', tree);
    if (paths.length === 0) {
      return { kind: 'nothing-to-do', reason: 'the files are as they were before those commits already' };
    }
    record.stage('revert', { state: 'done' });
    const checks =
      found.baseline.length === 0 ? [] : [...(await world.check(tree)), ...(await world.checkWhole(tree))];
    const green = checks.every((result) => result.status === 'green');
    record.stage('check', { state: checks.length === 0 ? 'skipped' : green ? 'done' : 'failed' });
    world.checkpoint();

    const message = commitMessage({
      title: title(verb, commits),
      paths,
      style: commitStyle,
      ...(coAuthor ? { coAuthor } : {}),
      run: task.run,
      step: 1,
      of: 1,
      verified: checks.filter((result) => result.status === 'green').map((result) => result.kind),
      takesBack: { verb, ids: commits.map(({ id }) => id) },
    });
    const id = await commit(workspace, { message, author, time: startedAt });
    const [subject = ''] = message.split('\n');
    record.set({
      final: checks,
      commits: [{ id, subject, step: 1, of: 1, paths, checks, reflections: 0, notes: [] }],
    });
    await recordTree(workspace, tools);
    await mayPublish(run, tools);
    await pushOnto(run, { checks: found, mayWorsen: true }, tools);
    record.stage('publish', { state: 'done', draft: await tellPullRequest({ kind: 'done' }, run, tools) });
    record.set({
      answer: { kind: 'taken-back', commits: commits.map(({ id, subject }) => ({ id, subject })) },
    });
    return { kind: 'done' };
  };
}

/** The commits of the pull request, newest first: those that its base branch lacks. */
async function branchHistory({ task, request, workspace }: Run, tools: RunTools): Promise<BranchCommit[]> {
  const { journal, forge, folders, signal } = tools;
  const { start, job } = request;
  const commits = await journal.step('history', '', historySchema, async () => {
    const base = await fetchBranch(forge.remote, start.pullRequest?.base ?? task.repository.defaultBranch, {
      root: folders.cache,
      home: folders.git,
      signal,
    });
    return history(workspace, { from: workspace.base, without: base.commit, most: MOST_COMMITS });
  });
  return commits.map((one) => readCommit(one, job.author.email));
}

function title(verb: 'undo' | 'redo', commits: readonly BranchCommit[]): string {
  const [first] = commits;
  if (commits.length > 1) return `revert: ${commits.length} commits`;
  return verb === 'undo'
    ? `revert: ${first?.subject ?? ''}`
    : `revert: undo of ${(first?.subject ?? '').replace(/^revert: /, '')}`;
}

/** Which commits stand in the way, so that the reader can take them back first. */
async function conflictReason(
  conflict: { commit: string; paths: readonly string[] },
  all: readonly BranchCommit[],
  workspace: Workspace,
): Promise<string> {
  const later = await commitsTouching(workspace, conflict.commit, conflict.paths);
  const names = later.slice(0, 5).map((id) => {
    const known = all.find((one) => one.id === id);
    return `\`${shortCommit(id)}\`${known ? ` (${known.subject.replaceAll('`', '')})` : ''}`;
  });
  const files = conflict.paths.slice(0, 5).map((path) => `\`${path.replaceAll('`', '')}\``);
  const what = `\`${shortCommit(conflict.commit)}\` cannot be taken back alone`;
  return names.length === 0
    ? `${what}: ${files.join(', ')} changed since`
    : `${what}: in ${files.join(', ')}, ${names.join(', ')} built on it; undo the later ones first`;
}
