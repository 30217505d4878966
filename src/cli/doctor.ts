/** `aiderbot doctor`: what is configured, what is missing, and how to mend it. Costs nothing. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type EnvResult, serverConfig } from '../config/env.ts';
import { createRedactor } from '../lib/redact.ts';
import { secretsOf } from '../models/providers.ts';
import type { Finding } from './doctor/finding.ts';
import { missing, note } from './doctor/finding.ts';
import { github } from './doctor/github.ts';
import { database, dataFolder, programs, sandbox } from './doctor/machine.ts';
import { models } from './doctor/models.ts';
import type { CliCommand } from './io.ts';
import { modelsConfig } from './models.ts';

const usage = `Usage: aiderbot doctor [--local]

Looks at the programs, the sandbox, the data folder, the database, the models and the GitHub App that the environment
describes, and says how to mend what does not work. No model call is paid for, and nothing is written but the data folder
when it is missing.

  --local  only what "aiderbot run" on this machine needs, without GitHub App and database

Exit code 0: everything that is needed works, 1: something is missing, 2: the call is wrong.
`;

export const doctorCommand: CliCommand = async (argv, { stdout, stderr }) => {
  let local: boolean;
  try {
    const { values } = parseArgs({
      args: argv,
      options: { help: { type: 'boolean' }, local: { type: 'boolean', default: false } },
    });
    if (values.help) {
      stdout.write(usage);
      return 0;
    }
    local = values.local;
  } catch (error) {
    stderr.write(`aiderbot doctor: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const settings = serverConfig(process.env);
  const caps = !local && settings.ok ? settings.config.caps : undefined;
  const findings = [
    ...programs(),
    ...(await models(process.env, caps)),
    ...(local ? [await sandbox('required')] : await server(settings)),
  ];
  // Messages of drivers and vendors may repeat what they were given.
  const { redact } = createRedactor(secrets());
  stdout.write(redact(rendered(findings)));
  return findings.some((finding) => finding.state === 'missing') ? 1 : 0;
};

async function server(settings: EnvResult): Promise<Finding[]> {
  const config = settings.ok ? settings.config : undefined;
  const dataDir = config?.dataDir ?? path.resolve(process.env.DATA_DIR || '.data');
  const url = process.env.DATABASE_URL || undefined;
  const problems = settings.ok
    ? []
    : settings.problems.map((problem) =>
        missing('settings', problem, 'See docs/install.md; "aiderbot doctor --local" leaves the App out.'),
      );
  const folder = dataFolder(dataDir);
  return [
    ...problems,
    await sandbox(config?.sandbox ?? 'required'),
    folder,
    folder.state === 'missing' && url === undefined
      ? note('database', 'not looked at', 'Mend the data folder first.')
      : await database(dataDir, url),
    ...(config ? await github(config) : []),
  ];
}

function secrets(): string[] {
  const names = ['WEBHOOK_SECRET', 'PRIVATE_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY'];
  const url = process.env.DATABASE_URL ?? '';
  const password = URL.canParse(url) ? decodeURIComponent(new URL(url).password) : '';
  return [...names.map((name) => process.env[name] ?? ''), password, ...modelSecrets()].filter(
    (value) => value !== '',
  );
}

function modelSecrets(): string[] {
  try {
    const config = modelsConfig(process.env);
    return config ? secretsOf(config) : [];
  } catch {
    // What is wrong with it is among the findings.
    return [];
  }
}

const marks: Record<Finding['state'], string> = { ok: '✔', note: '!', missing: '✘' };

function rendered(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map((finding) => finding.name.length));
  const lines = findings.flatMap(({ name, state, text, fix }) => [
    `${marks[state]} ${name.padEnd(width)}  ${text}`,
    ...(fix === undefined ? [] : [`  ${' '.repeat(width)}  → ${fix}`]),
  ]);
  const broken = findings.filter((finding) => finding.state === 'missing').length;
  const end =
    broken === 0
      ? 'Everything that is needed works.'
      : `${broken} ${broken === 1 ? 'thing is' : 'things are'} missing.`;
  return `${lines.join('\n')}\n\n${end}\n`;
}
