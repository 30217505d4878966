/**
 * The replies of the mutation suite, read by other tools. Prints what each tool leaves next to what this one leaves of the same replies.
 *
 *   node bench/peers.ts --aider VENV/bin/python --codex PROGRAM --pi NODE_MODULES --opencode FILE
 *   … --step 20        every 20th reply of a format only
 *   … --mistakes       a row for each mistake
 *   … --random 2000    so many good replies at random in place of the suite, a row for each kind
 *   … --dump FILE      every reply with both answers, one JSON object a line
 *
 * None of them is a dependency; each is left out when it is not named. Installed by hand in folders of their own:
 *   python -m venv VENV; VENV/bin/pip install aider-chat==0.86.2
 *   npm i @openai/codex@0.171.0                    PROGRAM: vendor/…/bin/codex of the package for the platform
 *   npm i @mariozechner/pi-coding-agent@0.73.1     NODE_MODULES: the folder it was installed into
 *   OpenCode 1.18.33                               FILE: a module that exports `replace` of packages/opencode/src/tool/edit.ts with the
 *                                                  replacers above it, cut out of the source or of the published program
 */
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import type { FormatName } from '../src/edits/types.ts';
import { aider } from './peers/aider.ts';
import { codex } from './peers/codex.ts';
import { judge } from './peers/judge.ts';
import { openCode } from './peers/opencode.ts';
import { ownAnswer } from './peers/ours.ts';
import { pi } from './peers/pi.ts';
import { randomReplies } from './peers/random.ts';
import { allReplies } from './peers/replies.ts';
import { type Judged, table } from './peers/table.ts';
import type { Peer } from './peers/types.ts';

const { values } = parseArgs({
  options: {
    aider: { type: 'string' },
    codex: { type: 'string' },
    pi: { type: 'string' },
    opencode: { type: 'string' },
    step: { type: 'string', default: '1' },
    mistakes: { type: 'boolean', default: false },
    random: { type: 'string' },
    dump: { type: 'string' },
  },
});

const peers: Peer[] = [];
if (values.aider !== undefined) peers.push(aider(values.aider));
if (values.codex !== undefined) peers.push(codex(values.codex));
if (values.pi !== undefined) peers.push(await pi(values.pi));
if (values.opencode !== undefined) peers.push(await openCode(values.opencode));

const step = Number(values.step);
const replies = values.random === undefined ? allReplies() : [];
const suite = (format: FormatName) =>
  values.random === undefined
    ? replies.filter((reply) => reply.format === format)
    : randomReplies(format, Number(values.random));
const dump = values.dump === undefined ? undefined : createWriteStream(values.dump);
const rows: Judged[] = [];
for (const peer of peers) {
  for (const format of peer.formats) {
    const asked = suite(format)
      .filter((reply) => peer.expresses(reply))
      .filter((_, index) => index % step === 0);
    if (asked.length === 0) continue;
    const started = performance.now();
    const answers = await peer.answer(asked);
    const between = performance.now();
    const own = asked.map(ownAnswer);
    const each = (time: number) => `${(time / asked.length).toFixed(2)} ms`;
    console.error(
      `${peer.name}, ${format}: ${asked.length} replies, each ${each(between - started)} by the clock; ours ${each(performance.now() - between)}`,
    );
    for (const [index, reply] of asked.entries()) {
      const answer = answers[index];
      const ours = own[index];
      if (!answer || !ours) throw new Error(`${peer.name} left reply ${index} without an answer`);
      const verdicts = { peer: judge(reply, answer), ours: judge(reply, ours) };
      rows.push({ peer: peer.name, reply, verdicts });
      dump?.write(`${JSON.stringify({ name: peer.name, reply, verdicts, answer, own: ours })}\n`);
    }
  }
}
dump?.end();
console.log(table(rows, ({ peer, reply }) => `${peer}, ${reply.format}`));
if (values.mistakes || values.random !== undefined)
  console.log(table(rows, ({ peer, reply }) => `${peer}, ${reply.format}: ${reply.mistake} ${reply.name}`));
