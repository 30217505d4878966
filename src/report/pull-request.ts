/** Title and body of a pull request. The model's words are one section; everything else is rendered from facts. */
import { commitSubject } from './commit-message.ts';
import { evidence } from './evidence.ts';
import { capitalised, count, shortCommit } from './format.ts';
import { shortHash } from './plan.ts';
import { code, fitting, inline, longestBody, person, plain, prose, shorten, visible } from './safe.ts';
import {
  askedBy,
  checksTable,
  contextDetails,
  failureDetails,
  notDone,
  notes,
  paths,
  runLine,
  sentence,
} from './sections.ts';
import type { CommitFacts, RunFacts, Voice } from './types.ts';

export const summaryStart = '<!-- aiderbot:summary:start -->';
export const summaryEnd = '<!-- aiderbot:summary:end -->';

export interface TitleFacts {
  /** By the weak model; hostile. */
  proposed?: string | undefined;
  commits: readonly CommitFacts[];
  /** Title of the issue or task; hostile. */
  title: string;
  style: 'conventional' | 'plain';
}

/** A commit subject, since a squash merge makes it one: at most 72 characters. */
export function pullRequestTitle({ proposed, commits, title, style }: TitleFacts): string {
  const [only] = commits;
  const changed = commits.flatMap((commit) => commit.paths);
  const own = only && commits.length === 1 ? only.subject : undefined;
  return commitSubject({ proposed: proposed ?? own, title, paths: changed, style });
}

/** The body of a new pull request: the repository's template, if it has one, and our section below it. */
export function pullRequestBody(run: RunFacts, voice: Voice, template = ''): string {
  const text = shorten(visible(template).trim(), 20_000).replace(/<!--+(?=\s*aiderbot)/gi, '<!-');
  if (text === '') return pullRequestSummary(run, voice);
  return `${text}\n\n${pullRequestSummary(run, voice, longestBody - text.length - 2)}`;
}

/**
 * A body whose section of ours also tells of a further run on the same branch. Told again for the same run it stays the same;
 * whatever people wrote around our section stays, byte for byte, and where they took it out nothing is put back.
 * `closes`: the issue that this was a part of is settled now.
 */
export function withFollowUp(body: string, run: RunFacts, voice: Voice, closes: boolean): string {
  const start = body.indexOf(summaryStart);
  const end = body.indexOf(summaryEnd, start);
  if (start < 0 || end < 0) return body;
  const mark = followUpMark(run);
  const section = body.slice(start, end);
  const known = section.indexOf(mark);
  const next = known < 0 ? -1 : section.indexOf('<!-- aiderbot:run:', known + mark.length);
  const before = (known < 0 ? section : section.slice(0, known)).trimEnd();
  const after = next < 0 ? '' : section.slice(next);
  const told = closes ? before.replace(/^Part of (#\d+)$/m, 'Closes $1') : before;
  const room = longestBody - (body.length - section.length) - told.length - after.length - 4;
  const text = fitting((share) => followUpSection(run, voice, share), room);
  // Better no word of it here than half of ours: the commits and the comment of the run are there all the same.
  if (text.length > room) return body;
  return `${body.slice(0, start)}${[told, text, after].filter((part) => part !== '').join('\n\n')}\n\n${body.slice(end)}`.replace(
    /\n{3,}(?=<!-- aiderbot:summary:end)/,
    '\n\n',
  );
}

const followUpMark = ({ id }: RunFacts) => `<!-- aiderbot:run:${id.replace(/[^\w-]/g, '')} -->`;

function followUpSection(run: RunFacts, voice: Voice, share: number): string {
  const asked = plain(run.request ?? run.command.text, 300);
  const what = { undo: 'Undone', redo: 'Brought back' }[run.command.verb] ?? 'Since then';
  return [
    followUpMark(run),
    `### ${what}`,
    `${askedBy(run)}${asked === '' ? '' : `: “${asked}”`}.`,
    commitsTable(run, voice, share),
    verdict(run),
    checksTable(run, share),
    failureDetails(run, share),
    notDone(run, share),
    `<sub>${runLine(run)}</sub>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Our section with its markers, at most `room` characters where that is possible at all. */
function pullRequestSummary(run: RunFacts, voice: Voice, room = longestBody): string {
  return fitting((share) => {
    const sections = [
      section('What and why', why(run, share)),
      section('Commits', commitsTable(run, voice, share)),
      section(
        'Checks',
        [verdict(run), checksTable(run, share), failureDetails(run, share)].filter(Boolean).join('\n\n'),
      ),
      section('Not done', notDone(run, share)),
      section('Notes', notes(run, share)),
      contextDetails(run.context, share),
      reference(run, voice),
      followUp(voice),
      `<sub>${runLine(run)}</sub>`,
    ];
    return [summaryStart, ...sections.filter((text) => text !== ''), summaryEnd].join('\n\n');
  }, room);
}

function section(title: string, content: string): string {
  return content === '' ? '' : `### ${title}\n\n${content}`;
}

function why(run: RunFacts, share: number): string {
  const plan = run.carriesOut;
  const asked = plan
    ? `Plan ${code(shortHash(plan.hash))}, approved by ${person(run.requester)}`
    : askedBy(run);
  const summary = prose(run.summary ?? '', Math.max(600, 8_000 * share));
  const reason =
    run.outcome?.kind === 'partial'
      ? `This is only a part. ${sentence(inline(run.outcome.reason, 600))}`
      : '';
  const instruction = plain((plan ? run.request : run.command.text) ?? '', 300);
  const quote = instruction === '' ? `${asked}.` : `${asked}: “${instruction}”`;
  return [summary, reason, quote].filter((text) => text !== '').join('\n\n');
}

function commitsTable(run: RunFacts, voice: Voice, share: number): string {
  if (run.commits.length === 0) return '';
  const most = Math.max(1, Math.floor(100 * share));
  const rows = run.commits.slice(0, most).map((commit) => {
    const cells = [
      shortCommit(commit.id),
      plain(commit.subject, 120),
      paths(commit.paths, Math.max(1, 6 * share)),
      verified(commit),
      code(undo(commit, voice)),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const left = run.commits.length - rows.length;
  return [
    '| Commit | Edit | Files | Verified | Undo |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    ...(left > 0 ? ['', `… and ${count(left, 'commit')} more.`] : []),
  ].join('\n');
}

function verified(commit: CommitFacts): string {
  const checks = commit.checks.filter((check) => check.kind !== 'setup');
  if (checks.length === 0) return 'no checks';
  return checks
    .map((check) => `${check.kind} ${{ green: '✅', red: '❌', 'not-green': '⚠️' }[check.status]}`)
    .join(' ');
}

function undo(commit: CommitFacts, { trigger, available }: Voice): string {
  const id = shortCommit(commit.id);
  return available.has('undo') ? `${trigger} undo ${id}` : `git revert ${id}`;
}

function verdict(run: RunFacts): string {
  const { green, text } = evidence(run);
  return green ? '' : `**${capitalised(text)}.**`;
}

function followUp({ trigger, available }: Voice): string {
  return available.has('continue') ? `To go on from here, comment \`${trigger} continue …\`.` : '';
}

/** A keyword closes the issue when this is merged, which only the default branch and a finished change may do. */
function reference({ thread, base, repository, outcome, maintenance }: RunFacts, { trigger }: Voice): string {
  if (thread.kind === 'task') {
    const id = code(thread.id);
    return `Maintenance task ${id}, by its schedule. Closed without a merge, this is not proposed again until the settings of the task change or somebody comments ${code(`${trigger} task run ${thread.id}`)}.`;
  }
  if (thread.kind !== 'issue') return '';
  if (maintenance !== undefined)
    return `Maintenance task ${code(maintenance)}, asked for in #${thread.number}`;
  const closes = base.branch === repository.defaultBranch && outcome?.kind === 'done';
  return `${closes ? 'Closes' : 'Part of'} #${thread.number}`;
}
