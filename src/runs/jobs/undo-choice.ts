/** Which commits an `undo` or `redo` is about: read from the trailers of the branch's own history, so nothing else has to remember. */
import { shortCommit } from '../../report/format.ts';
import type { HistoryCommit } from '../../workspace/revert.ts';

export interface BranchCommit {
  id: string;
  /** Hostile. */
  subject: string;
  isMerge: boolean;
  /** The run that made it; absent when the commit is not the App's. */
  run?: string;
  /** Commits that this one took back. */
  undoes: string[];
  /** The undo that this one took back. */
  redoes?: string;
}

/** `commits` newest first: the order in which they are taken back. Reasons are sentence fragments. */
export type Choice = { ok: true; commits: BranchCommit[] } | { ok: false; reason: string };

/** A commit is the App's when it is by its address and carries the trailer of a run. */
export function readCommit({ id, parents, authorEmail, message }: HistoryCommit, app: string): BranchCommit {
  const [subject = ''] = message.trim().split('\n');
  const trailers =
    message
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  const values = (name: string) =>
    [...trailers.matchAll(/^(Aider-[A-Za-z]+): (\S+)$/gm)].flatMap(([, key, value]) =>
      key === name && value !== undefined ? [value] : [],
    );
  const [run] = authorEmail === app ? values('Aider-Run') : [];
  const [redoes] = values('Aider-Redo');
  return {
    id,
    subject,
    isMerge: parents.length !== 1,
    ...(run === undefined ? { undoes: [] } : { run, undoes: values('Aider-Undo') }),
    ...(run === undefined || redoes === undefined ? {} : { redoes }),
  };
}

/** What of the branch still holds: edits that no undo took back, and undos that no redo took back. Newest first. */
function standing(history: readonly BranchCommit[]) {
  const undoneBy = new Map<string, string>();
  const undos = new Map<string, BranchCommit>();
  for (const commit of history.toReversed()) {
    if (commit.undoes.length > 0) undos.set(commit.id, commit);
    for (const id of commit.undoes) undoneBy.set(id, commit.id);
    if (commit.redoes === undefined) continue;
    undos.delete(commit.redoes);
    for (const [id, by] of undoneBy) if (by === commit.redoes) undoneBy.delete(id);
  }
  const isEdit = (commit: BranchCommit) =>
    commit.run !== undefined && !commit.isMerge && commit.undoes.length === 0 && commit.redoes === undefined;
  const edits = history.filter((commit) => isEdit(commit) && !undoneBy.has(commit.id));
  return { edits, undoneBy, undos: [...undos.values()].reverse() };
}

/** `text`: nothing (the last edit), a number of edits, `all` of the last run, or the start of a hash. `history` newest first. */
export function chooseUndo(history: readonly BranchCommit[], text: string): Choice {
  const [word = ''] = text.trim().toLowerCase().split(/\s+/);
  const { edits, undoneBy } = standing(history);
  if (/^[0-9a-f]{4,40}$/.test(word)) return byHash(word, history, undoneBy);
  const [last] = edits;
  if (!last) return { ok: false, reason: nothingLeft(history) };
  if (word === 'all') return { ok: true, commits: edits.filter((commit) => commit.run === last.run) };
  const wanted = word === '' ? 1 : /^\d{1,3}$/.test(word) ? Number(word) : 0;
  if (wanted === 0) {
    return { ok: false, reason: `\`${word}\` is neither a number of commits, nor a hash, nor \`all\`` };
  }
  if (wanted > edits.length) {
    const left =
      edits.length === 1 ? 'only one commit of the bot is' : `only ${edits.length} commits of the bot are`;
    return { ok: false, reason: `${left} left to undo on this pull request` };
  }
  return { ok: true, commits: edits.slice(0, wanted) };
}

/** The last undo that still holds. */
export function chooseRedo(history: readonly BranchCommit[]): Choice {
  const [last] = standing(history).undos;
  if (last) return { ok: true, commits: [last] };
  return { ok: false, reason: 'there is no undo on this pull request that could be taken back' };
}

function byHash(
  start: string,
  history: readonly BranchCommit[],
  undoneBy: ReadonlyMap<string, string>,
): Choice {
  const [commit, ...others] = history.filter(({ id }) => id.startsWith(start));
  const no = (reason: string): Choice => ({ ok: false, reason });
  if (!commit) return no(`no commit of this pull request starts with \`${start}\``);
  if (others.length > 0) return no(`several commits of this pull request start with \`${start}\``);
  const name = `\`${shortCommit(commit.id)}\``;
  if (commit.run === undefined || commit.isMerge)
    return no(`${name} was not made by the bot, so it is left as it is`);
  if (commit.undoes.length > 0) return no(`${name} is itself an undo; \`redo\` takes the last one back`);
  if (commit.redoes !== undefined) return no(`${name} brought commits back; undo those`);
  const by = undoneBy.get(commit.id);
  if (by !== undefined) return no(`${name} is undone already, by \`${shortCommit(by)}\``);
  return { ok: true, commits: [commit] };
}

function nothingLeft(history: readonly BranchCommit[]): string {
  return history.some((commit) => commit.run !== undefined)
    ? 'nothing is left to undo: every commit of the bot on this pull request is undone already'
    : 'nothing is left to undo: no commit of this pull request was made by the bot';
}
