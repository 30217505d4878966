/** Operations on whole files: making, overwriting, deleting and renaming them. */

import type { Document } from './document.ts';
import { isDisproportionate, markerIn, omissionIn } from './gates.ts';
import type { Overlay } from './overlay.ts';
import type { Decisions } from './parity.ts';
import { similarPaths } from './paths.ts';
import {
  markerProblem,
  missingFile,
  type Outcome,
  omissionProblem,
  problem,
  unencodable,
} from './problems.ts';
import { lineScript } from './script.ts';
import { type Splice, sortSplices, spliceLines } from './splice.ts';
import { normaliseEol, representable, toLines, withoutBom } from './text.ts';
import type { Create, Delete, Overwrite, Problem, Rename, Tree } from './types.ts';

interface Kinds {
  decisions: Decisions;
  overlay: Overlay;
  tree: Tree;
}

const done = (...notes: string[]): Outcome => ({ ok: true, notes });
const refuse = (refusal: Problem): Outcome => ({ ok: false, problem: refusal });

export function planCreate(operation: Create, { overlay }: Kinds): Outcome {
  const { path } = operation;
  const content = normaliseEol(operation.content);
  if (overlay.kind(path) === 'file') {
    const access = overlay.text(path);
    if (access.ok && normaliseEol(access.file.text) === content) {
      return done(`${path} has exactly this content already`);
    }
    return refuse(
      problem(
        operation,
        'EXISTS',
        `${path} exists already. Edit it with its current text as the text to replace, or say that it is to be overwritten.`,
      ),
    );
  }
  if (!content.isWellFormed()) return refuse(unencodable(operation));
  const marker = markerIn(toLines(content), () => false);
  if (marker !== undefined) return refuse(markerProblem(operation, marker));
  overlay.create(path, content);
  return done();
}

export function planOverwrite(operation: Overwrite, { decisions, overlay }: Kinds): Outcome {
  const { path } = operation;
  if (!operation.content.isWellFormed()) return refuse(unencodable(operation));
  if (overlay.kind(path) === 'absent') {
    const marker = markerIn(toLines(operation.content), () => false);
    if (marker !== undefined) return refuse(markerProblem(operation, marker));
    overlay.create(path, normaliseEol(operation.content));
    return done();
  }
  const access = overlay.text(path);
  if (!access.ok) return refuse(problem(operation, access.code, access.reason));
  const { file } = access;
  const fresh = toLines(withoutBom(operation.content));
  file.settle();
  const { base } = file;
  const old = base.view('exact').lines;
  const known = new Set(old.map((line) => line.trim()));
  const script = lineScript(old, fresh);
  const added = script.flatMap(({ kind, text }) => (kind === 'add' ? [text] : []));
  const omitted = omissionIn(path, script, (line) => known.has(line.trim()));
  if (omitted !== undefined) return refuse(omissionProblem(operation, omitted));
  const marker = markerIn(added, (one) => old.some((line) => one.test(line)));
  if (marker !== undefined) return refuse(markerProblem(operation, marker));
  if (operation.explicit !== true && isDisproportionate(old.length, fresh.length)) {
    return refuse(
      problem(
        operation,
        'DISPROPORTION',
        `${path} has ${old.length} lines and the new text only ${fresh.length}. If the rest is meant to stay, send edits instead of the whole file; nothing was changed.`,
      ),
    );
  }
  if (!representable(added.join(''), file.encoding, base.text)) return refuse(unencodable(operation));
  const splices = spliceLines(base, {
    pairs: old.map((_, index) => index),
    script,
    shift: { kind: 'none' },
    terminated: true,
  });
  const sorted = sortSplices(splices ?? []);
  const states = operation.content.endsWith('\n') && (sorted.length > 0 || decisions.finalNewline === 'add');
  const all = states ? withFinalNewline(base, sorted) : sorted;
  if (all.length === 0) return done(`${path} has exactly this content already`);
  file.add(all);
  return done();
}

/** A listing of the whole file states its last line too, also where that line stays as it was. */
function withFinalNewline(base: Document, splices: readonly Splice[]): Splice[] {
  const end = base.text.length;
  const last = splices.at(-1);
  const isEnded = base.lineCount === 0 || base.eol(base.lineCount - 1) !== '';
  if (isEnded || (last !== undefined && last.end === end)) return [...splices];
  return [...splices, { start: end, end, text: base.majorityEol }];
}

export function planDelete(operation: Delete, { overlay, tree }: Kinds): Outcome {
  const { path } = operation;
  if (overlay.isGone(path)) return done(`${path} is deleted already`);
  if (overlay.kind(path) === 'absent') return refuse(missingFile(operation, similarPaths(path, tree.list())));
  overlay.delete(path);
  return done();
}

export function planRename(operation: Rename, { overlay, tree }: Kinds): Outcome {
  const { path, toPath } = operation;
  if (overlay.kind(path) === 'absent') {
    return refuse(missingFile(operation, similarPaths(path, tree.list())));
  }
  if (path === toPath) return done(`${path} keeps its name`);
  if (overlay.kind(toPath) === 'file' && operation.overwrite !== true) {
    return refuse(
      problem(operation, 'EXISTS', `${path} cannot be renamed to ${toPath}: that file exists already.`),
    );
  }
  overlay.rename(path, toPath);
  return done();
}
