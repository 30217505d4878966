/** The facts of one run while it goes on. Every change is shown through the forge and to live displays. */
import type { CoderEvent, EditCommit } from '../coder/types.ts';
import type { Outcome, RunFacts, Stage } from '../report/types.ts';
import type { Task, TaskVerb } from './task.ts';
import type { RunTools } from './tools.ts';

type StageOf<Name extends Stage['name']> = Omit<Extract<Stage, { name: Name }>, 'name'>;

export interface RunRecord {
  readonly facts: RunFacts;
  /** Changes one stage, by name. */
  stage<Name extends Stage['name']>(name: Name, change: StageOf<Name>): void;
  /** Changes anything else. */
  set(change: Partial<RunFacts>): void;
  note(...notes: string[]): void;
  /** Follows the coding loop, which `models` are at work in. */
  follow(event: CoderEvent, models: RunTools['models']): void;
  /** Sets the outcome; a stage that was running counts as failed then, unless it led to a result. */
  end(outcome: Outcome): RunFacts;
}

const looking = ['read', 'prepare'] as const;
const stagesOf: Record<TaskVerb, readonly Stage['name'][]> = {
  fix: [...looking, 'map', 'plan', 'edit', 'check', 'publish'],
  ask: [...looking, 'map', 'answer'],
  plan: [...looking, 'map', 'plan'],
  approve: [...looking, 'edit', 'check', 'publish'],
  address: [...looking, 'map', 'plan', 'edit', 'check', 'publish'],
  task: [...looking, 'map', 'plan', 'edit', 'check', 'publish'],
  continue: [...looking, 'map', 'plan', 'edit', 'check', 'publish'],
  map: [...looking, 'map'],
  test: [...looking, 'check'],
  lint: [...looking, 'check'],
  undo: [...looking, 'revert', 'check', 'publish'],
  redo: [...looking, 'revert', 'check', 'publish'],
};

const mergeStages: readonly Stage['name'][] = [...looking, 'merge', 'edit', 'check', 'publish'];

/** What is known of a run before it began: all stages waiting. */
export function initialFacts(task: Task): RunFacts {
  return {
    id: task.run,
    command: { verb: task.verb, text: task.instruction, notes: task.notes },
    requester: task.requester.login,
    ...(task.maintenance ? { maintenance: task.maintenance.id } : {}),
    ...(task.review.length > 0 ? { inThreads: true } : {}),
    repository: {
      owner: task.repository.owner,
      name: task.repository.name,
      defaultBranch: task.repository.defaultBranch,
    },
    thread: threadOf(task, ''),
    base: { branch: task.base || task.repository.defaultBranch, commit: '' },
    stages: (task.mergeBase ? mergeStages : stagesOf[task.verb]).map((name) => ({ name, state: 'waiting' })),
    context: [],
    commits: [],
    dropped: [],
    baseline: [],
    final: [],
    reflections: { used: 0, allowed: 0 },
    suggestions: [],
    notes: [],
    spending: { models: [] },
    elapsedMs: 0,
    links: {},
  };
}

/** A question, or that nothing has to be changed, is what a stage came to. */
function isFailure({ kind }: Outcome): boolean {
  return !['done', 'partial', 'needs-answer', 'nothing-to-do'].includes(kind);
}

/** The place that a task belongs to. */
export function threadOf({ thread, issue, maintenance }: Task, title: string): RunFacts['thread'] {
  return thread === 'task'
    ? { kind: thread, id: maintenance?.id ?? '', title }
    : { kind: thread, number: issue, title };
}

export function openRecord(task: Task, tools: RunTools): RunRecord {
  const started = tools.now();
  let facts = initialFacts(task);
  const set = (change: Partial<RunFacts>) => {
    facts = { ...facts, ...change, elapsedMs: tools.now() - started };
    tools.listener?.onFacts(facts);
    tools.forge.progress(facts);
  };
  const stage: RunRecord['stage'] = (name, change) =>
    set({
      stages: facts.stages.map((known) =>
        known.name === name ? ({ ...known, ...change, name } as Stage) : known,
      ),
    });
  const commits = (commit: EditCommit) => set({ commits: [...facts.commits, commit], final: commit.checks });

  return {
    get facts() {
      return facts;
    },
    stage,
    set,
    note: (...notes) => {
      if (notes.length > 0) set({ notes: [...facts.notes, ...notes] });
    },
    follow(event, models) {
      tools.listener?.onEvent(event);
      switch (event.type) {
        case 'planning':
          return stage('plan', { state: 'running', model: models.architect });
        case 'planned':
          return stage('plan', { state: 'done', steps: event.steps.length });
        case 'editing':
          return stage('edit', {
            state: 'running',
            model: models[event.by],
            format: event.format,
            step: event.step,
            of: event.of,
          });
        case 'edited':
          return stage('edit', {
            state: 'running',
            step: event.step,
            ...(event.paths[0] ? { path: event.paths[0] } : {}),
          });
        case 'checking':
          return stage('check', { state: 'running' });
        case 'checked':
          return set({ final: event.results });
        case 'reflecting':
          return set({ reflections: { ...facts.reflections, used: facts.reflections.used + 1 } });
        case 'committed':
          return commits(event.commit);
        case 'rechecked':
          return set({ commits: [...facts.commits.slice(0, -1), event.commit], final: event.commit.checks });
      }
    },
    end(outcome) {
      const well = !isFailure(outcome);
      set({
        outcome,
        stages: facts.stages.map((known) =>
          known.state === 'running'
            ? { ...known, state: well ? 'done' : 'failed' }
            : known.state === 'waiting'
              ? { ...known, state: 'skipped' }
              : known,
        ),
      });
      return facts;
    },
  };
}
