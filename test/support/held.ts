/** A repository and a model session whose runs can be held in the middle: after one commit, before the second. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ScriptInput } from '../../src/models/script/schema.ts';
import { type TestApp, until } from './app.ts';
import { block } from './replies.ts';

type Entry = ScriptInput['entries'][number];

/** What the models answer to `fix scenario NAME`: two steps, of which the checks hold the second. */
export function heldScript(...names: string[]): Entry[] {
  return names.flatMap((name): Entry[] => [
    {
      name,
      when: { purpose: 'architect', user: `scenario ${name}` },
      reply: {
        text: `### Step 1: begin ${name}\nIn poem.txt, shout the first line.\n\n### Step 2: hold ${name}\nIn poem.txt, change the last line.`,
      },
    },
    {
      when: { purpose: 'editor', user: `begin ${name}` },
      reply: { text: block('poem.txt', 'line 1', 'LINE 1') },
    },
    {
      when: { purpose: 'editor', user: `hold ${name}` },
      times: 'any',
      reply: { text: block('poem.txt', 'line 9', `HOLD-${name}`) },
    },
  ]);
}

export const commitMessages: Entry = {
  when: { purpose: 'weak' },
  times: 'any',
  reply: { text: 'style: shout' },
};

/** The files of the repository. `gate`: a folder that its test command looks into. */
export function heldFiles(gate: string): Record<string, string> {
  mkdirSync(gate, { recursive: true });
  return {
    'poem.txt': Array.from({ length: 9 }, (_, line) => `line ${line + 1}\n`).join(''),
    'test.sh': `name=$(grep -o 'HOLD-[a-z]*' poem.txt | head -n 1)
if [ -n "$name" ]; then
  touch "${gate}/$name.reached"
  while [ ! -e "${gate}/$name.open" ]; do sleep 0.05; done
fi
printf '1..1\\nok 1 - poem\\n'
`,
    '.github/aider.yml': 'verify:\n  lint: off\n  test: sh test.sh\n',
  };
}

export const reached = (gate: string, name: string) =>
  until(`the run ${name} to be in the middle`, () => existsSync(path.join(gate, `HOLD-${name}.reached`)));

export const letGo = (gate: string, name: string) => writeFileSync(path.join(gate, `HOLD-${name}.open`), '');

/** Until the worker has heard that the run of this number of stops is to end. */
export const heardStop = (app: TestApp, times: number) =>
  until('the worker to hear of it', () => app.log().split('asked to stop').length > times);
