/** The checklist of a run: one line per stage, ticked by the harness as it goes. */
import { count, shortCommit, tokens } from './format.ts';
import { code } from './safe.ts';
import type { RunFacts, Stage } from './types.ts';

/** Stages that apply to this run; the others are not shown and not counted. */
function shownStages(run: Pick<RunFacts, 'stages'>): Stage[] {
  return run.stages.filter((stage) => stage.state !== 'skipped');
}

/** `step 3/6`: the stage at work, or the last one reached. */
export function progress(run: Pick<RunFacts, 'stages'>): string {
  const stages = shownStages(run);
  const reached = stages.findLastIndex((stage) => stage.state !== 'waiting');
  return `step ${Math.max(1, reached + 1)}/${Math.max(1, stages.length)}`;
}

/** A stage that was at work when the run ended says so. */
export function checklist(run: Pick<RunFacts, 'stages' | 'thread' | 'outcome' | 'suggested'>): string {
  return shownStages(run)
    .map((stage) => line(stage, words(stage, run), run.outcome !== undefined))
    .join('\n');
}

function line({ state }: Stage, text: string, ended: boolean): string {
  if (state === 'done') return `- [x] ${text}`;
  if (state === 'running' && ended) return `- [ ] ${text} – ended here`;
  if (state === 'running') return `- [ ] **${text} …**`;
  if (state === 'failed') return `- [ ] ❌ ${text}`;
  return `- [ ] ${text}`;
}

function words(stage: Stage, run: Pick<RunFacts, 'thread' | 'suggested'>): string {
  switch (stage.name) {
    case 'read': {
      const parts = [
        ...some(stage.comments, 'comment'),
        ...some(stage.images, 'image'),
        ...some(stage.linkedIssues, 'linked issue'),
      ];
      const what = { issue: 'issue', 'pull-request': 'pull request', task: 'task' }[run.thread.kind];
      return [`Read ${what}`, ...parts].join(', ');
    }
    case 'prepare': {
      const at = stage.commit === undefined ? '' : ` at ${code(shortCommit(stage.commit))}`;
      const before =
        stage.baseline === undefined ? '' : `, ${count(stage.baseline, 'check')} run before any change`;
      return `Check out${at}${before}`;
    }
    case 'map': {
      if (stage.files === undefined) return 'Rank the files';
      const shown = stage.inContext === undefined ? '' : ` → ${stage.inContext} in context`;
      const size = stage.tokens === undefined ? '' : ` (${tokens(stage.tokens)} tokens)`;
      return `Repo map: ${count(stage.files, 'file')}${shown}${size}`;
    }
    case 'revert':
      return stage.commits === undefined ? 'Revert' : `Revert ${count(stage.commits, 'commit')}`;
    case 'merge': {
      const found = stage.conflicts === undefined ? '' : `, ${count(stage.conflicts, 'file')} with conflicts`;
      return `Merge the base branch${found}`;
    }
    case 'answer':
      return `Answer${stage.model === undefined ? '' : ` (architect: ${code(stage.model, 80)})`}`;
    case 'plan': {
      const model = stage.model === undefined ? '' : ` (architect: ${code(stage.model, 80)})`;
      return `Plan${model}${stage.steps === undefined ? '' : ` – ${count(stage.steps, 'edit')}`}`;
    }
    case 'edit': {
      const of = stage.of ? `/${stage.of}` : '';
      const at = stage.step === undefined || stage.of === undefined ? '' : ` ${stage.step}${of}`;
      const path = stage.path === undefined || stage.state === 'done' ? '' : ` ${code(stage.path, 160)}`;
      const how = [
        ...(stage.model === undefined ? [] : [`editor: ${code(stage.model, 80)}`]),
        ...(stage.format === undefined ? [] : [code(stage.format, 40)]),
      ];
      return `Edit${at}${path}${how.length === 0 ? '' : ` (${how.join(', ')})`}`;
    }
    case 'check': {
      const running = stage.running === undefined ? '' : `: ${code(stage.running, 120)}`;
      const again =
        stage.reflections === undefined || stage.reflections === 0
          ? ''
          : `, ${count(stage.reflections, 'reflection')}`;
      return `Verify${running}${again}`;
    }
    case 'publish':
      if (stage.suggests || run.suggested) return 'Suggest it in a review';
      if (run.thread.kind === 'pull-request') return 'Push to the branch';
      return stage.draft === true ? 'Open draft pull request' : 'Open pull request';
  }
}

function some(amount: number | undefined, word: string): string[] {
  return amount === undefined || amount === 0 ? [] : [count(amount, word)];
}
