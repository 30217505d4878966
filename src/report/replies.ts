/**
 * Short answers: what happened, and what the reader can do. Each is complete on its own, blames nobody, and never asks for
 * what cannot be had. Words of strangers are made inert here; the result is Markdown to post as it is.
 */
import { type CostFacts, costText } from './cost.ts';
import { count, dollars, duration, listed } from './format.ts';
import { code, inline, ownLink, person, plain, prose } from './safe.ts';
import { sentence } from './sections.ts';
import { type SettingsFacts, settingsText } from './settings.ts';
import { type TaskFacts, taskMoved, tasksText } from './tasks-text.ts';
import type { Voice } from './types.ts';

/** A run as `status` tells of it. */
export interface RunState {
  id: string;
  verb: string;
  requester: string;
  state: 'waiting' | 'running' | 'ended';
  /** `step 3/6` while running; how it ended when it has. By the harness. */
  words: string;
  elapsedMs: number;
  /** Page of the run. */
  url?: string | undefined;
}

export type Reply =
  /** Text that the command parser or the help page made. */
  | { kind: 'own-text'; markdown: string }
  | { kind: 'no-access'; login: string; verb: string; needs: string }
  | { kind: 'on-deny-list'; login: string }
  | { kind: 'archived' }
  | { kind: 'locked' }
  | { kind: 'empty-repository' }
  | {
      kind: 'config-broken';
      path: string;
      problems: readonly { line?: number | undefined; message: string }[];
    }
  | { kind: 'disabled'; path: string }
  | { kind: 'missing-permission'; permission: string }
  | { kind: 'already-running'; run: RunState }
  | { kind: 'nothing-to-stop' }
  | { kind: 'stopping'; run: RunState }
  | { kind: 'nothing-to-retry' }
  /** Words beside the hash of an approval. */
  | { kind: 'approve-with-text' }
  /** The maintenance tasks of the settings; `unknown` is what was asked for and is none of them. */
  | { kind: 'tasks'; tasks: readonly TaskFacts[]; unknown?: string | undefined; now: number; isOn: boolean }
  /** The next time of a task is another one now. `until`: the end of its rest. */
  | { kind: 'task-moved'; id: string; due: number | undefined; until?: number | undefined }
  | { kind: 'address-whom' }
  /** Numbers of unresolved threads that are left alone, by reason. */
  | { kind: 'nothing-to-address'; answered: number; outsiders: number }
  | { kind: 'edit-ignored' }
  | { kind: 'thread-closed' }
  | { kind: 'nothing-to-do'; reason: string }
  /** The model answered with words where edits were due. */
  | { kind: 'no-edits'; model: string; answer: string }
  | { kind: 'model-down'; provider: string; reason: string; tries: number }
  | { kind: 'over-budget'; spentUsd: number; limitUsd: number }
  | { kind: 'timed-out'; minutes: number }
  | { kind: 'internal-error'; run: string }
  | { kind: 'pong'; version: string; ms?: number | undefined }
  | { kind: 'status'; runs: readonly RunState[] }
  | ({ kind: 'cost' } & CostFacts)
  | ({ kind: 'settings' } & SettingsFacts);

/** The reply as Markdown, one or two short paragraphs. */
export function replyText(reply: Reply, voice: Voice): string {
  const { trigger } = voice;
  switch (reply.kind) {
    case 'own-text':
      return reply.markdown;
    case 'no-access':
      return `Sorry ${person(reply.login)}, \`${trigger} ${reply.verb}\` is for people with the role ${plain(reply.needs, 40)} or higher on this repository, so nothing was started. Somebody with that role can repeat the command.`;
    case 'on-deny-list':
      return `Sorry ${person(reply.login)}, the settings of this repository (\`permissions.deny\`) say that your commands are not taken here, so nothing was started.`;
    case 'archived':
      return 'This repository is archived and cannot be changed, so nothing was started. Unarchive it first.';
    case 'locked':
      return 'This conversation is locked, so the result could not be posted here. Nothing was started.';
    case 'empty-repository':
      return 'This repository has no commits yet, so there is nothing to start from. Push a first commit, then repeat the command.';
    case 'config-broken':
      return configBroken(reply.path, reply.problems, trigger);
    case 'disabled':
      return `The bot is switched off in ${code(reply.path)} (\`enabled: false\`), so nothing was started.`;
    case 'missing-permission':
      return `The GitHub App lacks the permission ${code(reply.permission)} here. An owner can grant it in the App's installation settings; then repeat the command.`;
    case 'already-running':
      return `A run is at work here already (${runWords(reply.run)}). This command was not started; repeat it when that run has ended${stopHint(voice)}.`;
    case 'nothing-to-stop':
      return `Nothing is running here. If “stop” was meant as part of an instruction, write \`${trigger} fix …\` before it.`;
    case 'stopping':
      return `Stopping ${runWords(reply.run)} after its current step. What is committed is kept.`;
    case 'nothing-to-retry':
      return `There is no earlier run here to repeat. \`${trigger} fix …\` starts one.`;
    case 'approve-with-text':
      return `\`${trigger} approve\` takes nothing but the hash of a plan: an approval carries out what the plan says and cannot change it. To change the plan, ask for a new one: \`${trigger} plan …\`. Nothing was started.`;
    case 'address-whom':
      return `\`${trigger} address\` takes whose threads it is about: \`${trigger} address @login\`, or nothing for all. What is to be done stands in the threads; for anything else, write \`${trigger} fix …\`. Nothing was started.`;
    case 'nothing-to-address':
      return nothingToAddress(reply);
    case 'edit-ignored':
      return `The run had started when the comment was edited, so it goes on with the text as it was${stopHint(voice, 'to change the instruction,')}.`;
    case 'thread-closed':
      return 'This was closed while the run was at work, so the run was stopped. What is committed is kept on its branch.';
    case 'nothing-to-do':
      return `Nothing was changed. ${sentence(inline(reply.reason, 600))}`;
    case 'no-edits':
      return noEdits(reply.model, reply.answer, trigger);
    case 'model-down':
      return `The model provider ${code(reply.provider, 80)} did not answer (${inline(reply.reason, 200)}; asked ${count(reply.tries, 'time')}). Nothing was lost; repeat the command later${retryHint(voice)}.`;
    case 'over-budget':
      return `The run has reached its cost limit (${dollars(reply.spentUsd)} of ${dollars(reply.limitUsd)}) and was stopped before the next call. A smaller request may fit.`;
    case 'timed-out':
      return `The run was stopped after ${count(reply.minutes, 'minute')}, the limit of the settings. What is committed is kept${retryHint(voice)}.`;
    case 'internal-error':
      return `Something went wrong inside the bot; this is not your fault. What is committed is kept${retryHint(voice)}. For whoever runs the bot: run ${code(reply.run, 40)}.`;
    case 'pong':
      return `Here. Version ${plain(reply.version, 40)}${reply.ms === undefined ? '' : `, answered in ${Math.round(reply.ms)} ms`}.`;
    case 'status':
      return status(reply.runs, trigger);
    case 'cost':
      return costText(reply);
    case 'settings':
      return settingsText(reply);
    case 'tasks':
      return tasksText(reply, trigger);
    case 'task-moved':
      return taskMoved(reply, trigger);
  }
}

function configBroken(
  path: string,
  problems: readonly { line?: number | undefined; message: string }[],
  trigger: string,
): string {
  const shown = problems.slice(0, 10).map(({ line, message }) => {
    const where = line === undefined ? '' : `line ${line}: `;
    return `- ${where}${inline(message, 300)}`;
  });
  const left = problems.length - shown.length;
  return [
    `The settings in ${code(path)} on the default branch cannot be read, so nothing was started:`,
    [...shown, ...(left > 0 ? [`- … and ${left} more`] : [])].join('\n'),
    `Mend them there and repeat the command; \`${trigger} help\` works meanwhile.`,
  ].join('\n\n');
}

function nothingToAddress({ answered, outsiders }: { answered: number; outsiders: number }): string {
  const left = [
    ...(answered > 0 ? [`${count(answered, 'thread')} the bot has answered already`] : []),
    ...(outsiders > 0 ? [`${count(outsiders, 'thread')} nobody with write access has spoken in`] : []),
  ];
  const but = left.length === 0 ? '' : ` Left alone: ${listed(left)}.`;
  return `There is no unresolved review thread to work on here.${but}`;
}

function noEdits(model: string, answer: string, trigger: string): string {
  const said = prose(answer, 3_000);
  const opening = `The model ${code(model, 80)} answered without any edit that could be used, so nothing was changed.`;
  const advice = `Naming the file or the behaviour more precisely often helps: \`${trigger} fix …\`.`;
  if (said === '') return `${opening} ${advice}`;
  const quote = said
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return [opening, quote, advice].join('\n\n');
}

function status(runs: readonly RunState[], trigger: string): string {
  if (runs.length === 0)
    return `No run has been asked for here yet. \`${trigger} help\` shows what can be done.`;
  return runs
    .slice(0, 10)
    .map((run) => `- ${runWords(run)}`)
    .join('\n');
}

function runWords(run: RunState): string {
  const id = run.url === undefined ? code(run.id, 40) : ownLink(code(run.id, 40), run.url);
  const state = run.state === 'waiting' ? 'waiting' : plain(run.words, 120);
  return `\`${run.verb}\` for ${plain(run.requester, 60)}, ${state}, ${duration(run.elapsedMs)}, run ${id}`;
}

function stopHint({ trigger, available }: Voice, purpose = ''): string {
  if (!available.has('stop')) return '';
  return `; ${purpose === '' ? '' : `${purpose} `}\`${trigger} stop\` ends it`;
}

function retryHint({ trigger, available }: Voice): string {
  return available.has('retry') ? `: \`${trigger} retry\`` : '';
}
