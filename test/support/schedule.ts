/** An App whose schedules see a clock that the test sets on. */
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { botComments, startApp, type TestApp, until } from './app.ts';
import { block } from './replies.ts';

type Entries = ScriptInput['entries'];
type Edit = readonly [from: string, to: string, file?: string] | 'nothing' | 'fails';

/** What the models answer to the task `name`, one entry a run. */
export function answers(name: string, ...edits: Edit[]): Entries {
  return edits.flatMap((edit, index): Entries => {
    const when = { purpose: 'architect', user: `Do ${name}.` } as const;
    if (edit === 'nothing') return [{ when, reply: { text: 'NOTHING TO DO: all is well' } }];
    const step = `${name} number ${index}`;
    const editor = { purpose: 'editor', user: step } as const;
    const [from, to, elsewhere] = edit === 'fails' ? ['no such line', 'x'] : edit;
    const file = elsewhere ?? 'poem.txt';
    return [
      { when, reply: { text: `In \`${file}\`, ${step}.` } },
      {
        when: editor,
        times: edit === 'fails' || elsewhere ? 'any' : 1,
        reply: { text: block(file, from, to) },
      },
    ];
  });
}

export const taskOf = (name: string, schedule: string, more = '') =>
  `  - { id: ${name}, schedule: "${schedule}", prompt: "Do ${name}."${more} }\n`;

export const settingsOf = (tasks: string, more = '') =>
  `verify: { lint: "off", test: sh test.sh }\n${more}\ntasks:\n${tasks}`;

const files = {
  'poem.txt': 'line 1\nline 2\nline 3\nline 4\n',
  'test.sh': "printf '1..1\\nok 1 - poem\\n'\n",
};

export interface ScheduleApp extends TestApp {
  /** Sets the clock on. Whatever the share of a repository in the half hour is, at :31 its time is over. */
  at(time: string): void;
  /** A repository whose settings come by a push, as they do in life. */
  repositoryWith(name: string, settings: string): Promise<string>;
  changeSettings(repository: string, settings: string): Promise<void>;
  /** Waits until one more run of the repository has ended, whoever asked for it. */
  oneMoreRun(repository: string, act: () => void): Promise<TestApp['ended'][number] | undefined>;
  /** Waits until a time of the repository is passed over, and tells why. */
  passedOver(repository: string, act: () => void): Promise<string | undefined>;
  /** Gives a command on a new issue. */
  say(repository: string, by: string, text: string, answer: RegExp): Promise<string>;
  /** Runs of the repository that have ended. */
  endedOf(repository: string): TestApp['ended'];
  openPulls(repository: string): ReturnType<TestApp['github']['pulls']>;
  issues(repository: string): ReturnType<TestApp['github']['issue']>[];
  /** How often the tasks of the settings of a repository were read. */
  learnt(repository: string): number;
}

export async function startScheduleApp(
  start: string,
  entries: Entries,
  options: Parameters<typeof startApp>[2] = {},
): Promise<ScheduleApp> {
  let clock = Date.parse(start);
  const weak: Entries = [{ when: { purpose: 'weak' }, times: 'any', reply: { text: 'style: shout' } }];
  const app = await startApp(
    { order: 'any', entries: [...entries, ...weak] },
    {},
    { ...options, now: () => clock },
  );
  const { github } = app;
  const logged = (wanted: string, repository: string) => {
    const { id } = github.repository(repository);
    return app
      .log()
      .split('\n')
      .filter((line) => line.includes(wanted))
      .map((line): { msg?: string; repository?: number; reason?: string } => JSON.parse(line))
      .filter((line) => line.msg === wanted && line.repository === id);
  };
  const learnt = (repository: string) => logged('tasks of the settings', repository).length;
  const endedOf = (repository: string) =>
    app.ended.filter(({ repository: { owner, name } }) => `${owner}/${name}` === repository);
  const changeSettings = async (repository: string, settings: string) => {
    const before = learnt(repository);
    await github.push(repository, 'mo', { branch: 'main', files: { '.github/aider.yml': settings } });
    await until('the settings to be read', () => learnt(repository) > before);
  };
  return Object.assign(app, {
    at(time: string) {
      clock = Date.parse(time);
    },
    learnt,
    endedOf,
    changeSettings,
    async repositoryWith(name: string, settings: string) {
      const repository = name.includes('/') ? name : `octo/${name}`;
      await github.createRepository(repository, { roles: { mo: 'maintain', ada: 'write' }, files });
      await changeSettings(repository, settings);
      return repository;
    },
    async oneMoreRun(repository: string, act: () => void) {
      const before = endedOf(repository).length;
      act();
      await until('a run to end', () => endedOf(repository).length > before);
      await until('its end to be kept', () => app.log().split('"msg":"run ended"').length > app.ended.length);
      return endedOf(repository).at(-1);
    },
    async passedOver(repository: string, act: () => void) {
      const found = () => logged('passed over', repository);
      const before = found().length;
      act();
      await until('a time to be passed over', () => found().length > before);
      return found().at(-1)?.reason;
    },
    async say(repository: string, by: string, text: string, answer: RegExp) {
      const { number } = github.openIssue(repository, by, { title: 'Upkeep', body: '' });
      github.comment(repository, number, by, text);
      return until(text, () => botComments(github, repository, number).find((body) => answer.test(body)));
    },
    openPulls: (repository: string) => github.pulls(repository).filter(({ state }) => state === 'open'),
    issues: (repository: string) =>
      [...github.repository(repository).issues.values()].filter(({ pull }) => pull === null),
  });
}
