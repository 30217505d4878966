/** A run in a terminal: one line for each thing that happened, and the stage at work below them while it lasts. */
import { styleText } from 'node:util';
import type { RunFacts, Stage } from '../report/types.ts';
import type { RunListener } from '../runs/tools.ts';

type Stream = NodeJS.WritableStream & { isTTY?: boolean };

const names: Record<Stage['name'], string> = {
  read: 'read',
  prepare: 'check out',
  map: 'repo map',
  answer: 'answer',
  merge: 'merge',
  revert: 'revert',
  plan: 'plan',
  edit: 'edit',
  check: 'check',
  publish: 'publish',
};

const stepWords = ({ step, of }: { step: number; of: number }) => `step ${step}${of > 0 ? ` of ${of}` : ''}`;

export function progressPrinter(stream: Stream): RunListener {
  const states = new Map<Stage['name'], Stage['state']>();
  let transient = false;
  const tty = stream.isTTY === true;
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    tty ? styleText(style, text) : text;
  const clear = () => {
    if (transient) stream.write('\r\u001b[2K');
    transient = false;
  };
  const print = (mark: string, label: string, text: string) => {
    clear();
    stream.write(`  ${mark} ${label.padEnd(10)} ${oneLine(text)}\n`);
  };
  const working = (label: string, text: string) => {
    if (!tty) return;
    clear();
    stream.write(`  ${paint('cyan', '…')} ${label.padEnd(10)} ${paint('dim', oneLine(text))}`);
    transient = true;
  };
  const done = paint('green', '✔');

  return {
    onFacts(facts) {
      for (const stage of facts.stages) {
        const before = states.get(stage.name);
        states.set(stage.name, stage.state);
        if (before === stage.state) continue;
        const text = describe(stage, facts);
        // Edits and checks tell their own story, event by event.
        if (stage.name === 'edit' || stage.name === 'check') continue;
        if (stage.state === 'running') working(names[stage.name], text);
        if (stage.state === 'done') print(done, names[stage.name], text);
        if (stage.state === 'failed') print(paint('red', '✘'), names[stage.name], text);
      }
    },
    onEvent(event) {
      switch (event.type) {
        case 'editing':
          return working('edit', `${stepWords(event)}${event.title ? `: ${event.title}` : ''}`);
        case 'edited':
          return print(done, 'edit', `step ${event.step}: ${event.paths.join(', ')}`);
        case 'checking':
          return working('check', stepWords(event));
        case 'checked':
          for (const check of event.results) {
            const mark = check.status === 'green' ? done : paint('yellow', '✘');
            print(mark, 'check', `${check.command}: ${check.tests ? counts(check.tests) : check.reason}`);
          }
          return;
        case 'reflecting': {
          const { attempt, summary } = event.reflection;
          return print(
            paint('yellow', '↺'),
            'reflect',
            `${summary}; sent back to the editor (reflection ${attempt})`,
          );
        }
        case 'committed':
          return print(done, 'commit', `${event.commit.id.slice(0, 7)} ${event.commit.subject}`);
      }
    },
  };
}

/** Names come from repositories and models: none may write lines or colours of its own. */
const oneLine = (text: string) => text.replaceAll(/\p{C}/gu, '\ufffd');

function counts({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }): string {
  return [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
}

function describe(stage: Stage, facts: RunFacts): string {
  switch (stage.name) {
    case 'read':
      return stage.state === 'done' && facts.thread.kind === 'issue' && facts.thread.number > 0
        ? `issue #${facts.thread.number}: ${facts.thread.title}`
        : 'the request';
    case 'prepare': {
      const [red] = facts.baseline.filter((check) => check.status !== 'green');
      const before =
        facts.baseline.length === 0
          ? ''
          : `; before any change: ${red ? `${red.command}: ${red.reason}` : 'all checks green'}`;
      return `${facts.base.branch} at ${facts.base.commit.slice(0, 7)}${before}`;
    }
    case 'map':
      return stage.files === undefined
        ? ''
        : `${stage.files} files ranked, ${facts.context.length} in full: ${facts.context.map((file) => file.path).join(', ')}`;
    case 'plan':
      return `${stage.model ?? ''}${stage.steps === undefined ? '' : `: ${stage.steps} ${stage.steps === 1 ? 'edit' : 'edits'}`}`;
    case 'publish':
      return facts.pullRequest
        ? `${facts.branch} → pull request #${facts.pullRequest.number}`
        : (facts.branch ?? '');
    default:
      return '';
  }
}
