/** `aiderbot demo`: the main job for real on this machine alone: webhook, run, checks, branch, pull request. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { pino } from 'pino';
import { type GitHubStandIn, startGitHub } from '../../demo/github/server.ts';
import { type ModelStandIn, startModel } from '../../demo/model/server.ts';
import { type Sample, samples } from '../../demo/samples/samples.ts';
import type { ServerConfig } from '../config/env.ts';
import { parseModelsConfig } from '../models/providers.ts';
import type { RunFacts } from '../report/types.ts';
import type { RunListener } from '../runs/tools.ts';
import type { CliCommand, Io } from './io.ts';
import { configuredModels, fromConfig } from './models.ts';
import { placeFor } from './place.ts';
import { progressPrinter } from './progress.ts';
import { startServer } from './server.ts';

const usage = `Usage: npm run demo -- [--sample NAME] [--exit]

Shows the main job on this machine alone: a local stand-in for GitHub, the App on its embedded database, and a model that
plays a script. With OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL and AIDER_MODEL set, the real model works instead.

  --sample NAME  the repository to work on: ${'%SAMPLES%'}
  --exit         end when the pull request is there, instead of showing it as a page until Ctrl-C
`;

const REPOSITORY_OWNER = 'village';
const MAINTAINER = 'ada';
/** A run that takes longer than this in the demo has gone wrong. */
const PATIENCE_MS = 10 * 60_000;

/** Exit code 0: the run ended well and the pull request is there. */
export const demoCommand: CliCommand = async (argv, io) => {
  const all = samples();
  const { values } = parseArgs({
    args: argv,
    options: {
      sample: { type: 'string', default: all[0]?.name ?? '' },
      exit: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const names = all.map((sample) => sample.name).join(', ');
  if (values.help) {
    io.stdout.write(usage.replace('%SAMPLES%', names));
    return 0;
  }
  const sample = all.find((known) => known.name === values.sample);
  if (!sample) return refuse(io, `There is no sample "${values.sample}". There are: ${names}.`);
  if (sample.missing.length > 0)
    return refuse(
      io,
      `The tests of ${sample.name} need ${sample.missing.join(' and ')}, which this machine lacks.`,
    );

  const dataDir = await mkdtemp(path.join(tmpdir(), 'aiderbot-demo-'));
  const closing: (() => Promise<void>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    return await show(sample, values.exit, dataDir, closing, io);
  } finally {
    for (const close of closing.reverse()) await close();
  }
};

async function show(
  sample: Sample,
  exit: boolean,
  dataDir: string,
  closing: (() => Promise<void>)[],
  io: Io,
): Promise<number> {
  const say = (text: string) => io.stdout.write(`${text}\n`);
  const bold = (text: string) => ('isTTY' in io.stdout && io.stdout.isTTY ? styleText('bold', text) : text);
  const started = performance.now();

  const github = await startGitHub();
  closing.push(() => github.close());
  const real = configuredModels(process.env);
  let script: ModelStandIn | undefined;
  if (!real.ok) {
    script = await startModel({ script: sample.session });
    const standIn = script;
    closing.push(() => standIn.close());
  }
  const models = real.ok || !script ? real : scriptedModels(script);
  if (!models.ok) return refuse(io, models.problem);

  const ended = Promise.withResolvers<RunFacts>();
  const { place } = await placeFor('direct');
  const app = await startServer({
    config: configFor(github, dataDir),
    models: models.models,
    place,
    log: pino({ level: 'error' }, pino.destination({ dest: path.join(dataDir, 'app.log'), sync: true })),
    secrets: models.secrets,
    listener: untilEnd(progressPrinter(io.stdout), ended.resolve),
  });
  closing.push(() => app.stop(2_000));
  github.setWebhookUrl(`${app.url}/api/github/webhooks`);

  const name = `${REPOSITORY_OWNER}/${sample.name}`;
  await github.createRepository(name, { folder: sample.folder, roles: { [MAINTAINER]: 'write' } });
  github.install(REPOSITORY_OWNER);
  const issue = github.openIssue(name, MAINTAINER, { title: sample.issue.title, body: sample.issue.body });
  say(`\n${bold('aiderbot demo')} · ${sample.title} (${sample.languages.join(', ')})`);
  say(`GitHub stand-in  ${github.webUrl}/${name}/issues/${issue.number}`);
  say(`App              ${app.url} (embedded database in ${dataDir})`);
  say(
    `Model            ${real.ok ? models.models.architect : 'a scripted session over HTTP; no key, no network'}`,
  );
  say('Checks           run directly: the bundled repositories are trusted\n');
  say(`@${MAINTAINER} comments on issue #${issue.number}: ${bold('/aider fix')}\n`);
  github.comment(name, issue.number, MAINTAINER, '/aider fix');

  const timer = setTimeout(() => ended.reject(new Error('The run did not end in ten minutes.')), PATIENCE_MS);
  const facts = await ended.promise.finally(() => clearTimeout(timer));
  await settled(github, name, issue.number);
  const problems = script?.problems() ?? [];
  for (const problem of problems) io.stderr.write(`${problem}\n`);
  for (const violation of github.violations)
    io.stderr.write(`Against GitHub's published description: ${JSON.stringify(violation)}\n`);
  say(report(facts, github, name, bold));
  say(
    `\nFrom the comment to the pull request, start included: ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  const good =
    facts.outcome?.kind === 'done' &&
    facts.pullRequest !== undefined &&
    problems.length === 0 &&
    github.violations.length === 0;
  if (facts.pullRequest)
    say(`Look at it: ${bold(`${github.webUrl}/${name}/pull/${facts.pullRequest.number}`)}`);
  if (!exit && good) {
    say('Ctrl-C ends the demo.');
    await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()));
  }
  return good ? 0 : 1;
}

function scriptedModels(script: ModelStandIn) {
  const profile = { editFormat: 'diff', window: 128_000 };
  return fromConfig(
    parseModelsConfig({
      endpoints: { demo: { kind: 'openai-chat', baseUrl: script.openaiUrl, apiKey: 'no-key-needed' } },
      model: 'demo/architect',
      editorModel: 'demo/editor',
      weakModel: 'demo/weak',
      profiles: { 'demo/architect': profile, 'demo/editor': profile, 'demo/weak': profile },
    }),
  );
}

function configFor(github: GitHubStandIn, dataDir: string): ServerConfig {
  return {
    identity: {
      kind: 'app',
      appId: github.app.id,
      privateKey: github.app.privateKey,
      webhookSecret: github.app.webhookSecret,
    },
    host: '127.0.0.1',
    port: 0,
    dataDir,
    databaseUrl: undefined,
    apiUrl: github.apiUrl,
    webUrl: github.webUrl,
    sandbox: 'required',
    setupHosts: [],
    setupCacheBytes: 1024 ** 3,
    scheduledTasks: true,
    workers: 1,
    logLevel: 'error',
  };
}

function untilEnd(printer: RunListener, resolve: (facts: RunFacts) => void): RunListener {
  return {
    onEvent: printer.onEvent,
    onFacts(facts) {
      printer.onFacts(facts);
      if (facts.outcome) resolve(facts);
    },
  };
}

/** The last edit of the tracking comment follows the end of the run. */
async function settled(github: GitHubStandIn, name: string, number: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const comments = github.issue(name, number).comments;
    if (comments.length > 1 && !comments.some((comment) => comment.body?.includes('is working on this')))
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function report(
  facts: RunFacts,
  github: GitHubStandIn,
  name: string,
  bold: (text: string) => string,
): string {
  if (!facts.pullRequest || !facts.branch)
    return `\n${bold('No pull request.')} ${JSON.stringify(facts.outcome)}`;
  const pull = github.pull(name, facts.pullRequest.number);
  const git = (...args: string[]) =>
    spawnSync('git', ['--git-dir', github.repository(name).dir, ...args], {
      encoding: 'utf8',
    }).stdout.trimEnd();
  const range = `${facts.base.commit}..${facts.branch}`;
  const section = (title: string, text: string) => `\n${bold(title)}\n${text}`;
  return [
    section(`Pull request #${facts.pullRequest.number}: ${pull.title}`, pull.body ?? ''),
    section('Commits', git('log', '--reverse', '--format=%h %s%n%w(0,8,8)%b', range)),
    section('Diff', git('diff', '--stat', '-p', facts.base.commit, facts.branch)),
    section(
      'Evidence',
      facts.final
        .map((check) => `${check.command}: ${check.reason} (exit code ${check.exitCode})`)
        .join('\n'),
    ),
  ].join('\n');
}

function refuse(io: Io, problem: string): number {
  io.stderr.write(`aiderbot demo: ${problem}\n`);
  return 2;
}
