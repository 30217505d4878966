/** Every mistake on every good edit: the right file, or a refusal that teaches; never a wrong file. */
import { afterAll, describe, expect, test } from 'vitest';
import { memoryTree, planReply } from '../../../src/edits/index.ts';
import { goodEdits } from './edits.ts';
import { mistakes, type Trial } from './mistakes.ts';

type Verdict = 'recovered' | 'refused' | 'useless' | 'wrong';

/** What came of it. A refusal is useless when it does not name the file or give a reason a model could act on. */
function judge({ format, reply, files, right }: Trial, path: string): { verdict: Verdict; detail: string } {
  const planned = planReply(reply, format, memoryTree(files), { shown: Object.keys(files), protect: [] });
  if (!planned.ok) {
    const detail = planned.problems.map((problem) => `${problem.code}: ${problem.message}`).join('\n');
    const useful =
      planned.problems.length > 0 && planned.problems.every((problem) => problem.message.length > 30);
    return { verdict: useful ? 'refused' : 'useless', detail };
  }
  const left = { ...files };
  for (const change of planned.changeSet.files)
    left[change.path] = Buffer.from(change.after ?? []).toString();
  const others = Object.keys(files).every((name) => name === path || left[name] === files[name]);
  const isRight = others && left[path] === right;
  return { verdict: isRight ? 'recovered' : 'wrong', detail: JSON.stringify(left[path]).slice(0, 2000) };
}

const report = new Map<string, Record<Verdict, number>>();

describe(`the mistakes of models on ${goodEdits.length} good edits`, () => {
  test('the edits are many, and of many languages', () => {
    expect(goodEdits.length).toBeGreaterThanOrEqual(200);
    expect(new Set(goodEdits.map((edit) => edit.sample.path.split('.').at(-1))).size).toBeGreaterThanOrEqual(
      8,
    );
  });

  test.each(mistakes)('$number $name', (mistake) => {
    const counts: Record<Verdict, number> = { recovered: 0, refused: 0, useless: 0, wrong: 0 };
    const failures: string[] = [];
    for (const edit of goodEdits) {
      for (const one of mistake.trials(edit)) {
        const { verdict, detail } = judge(one, edit.sample.path);
        counts[verdict] += 1;
        const fine =
          one.want === 'either' ? verdict === 'recovered' || verdict === 'refused' : verdict === one.want;
        if (!fine)
          failures.push(
            `${one.want} expected, ${verdict}: ${edit.sample.path}:${edit.at + 1} ${edit.kind} in ${one.format}\n${JSON.stringify(one.reply).slice(0, 800)}\n${detail}`,
          );
      }
    }
    report.set(`${String(mistake.number).padStart(2)} ${mistake.name}`, counts);
    const wrong = failures.filter((failure) => failure.includes(', wrong: '));
    expect(counts.wrong, wrong.slice(0, 3).join('\n\n')).toBe(0);
    expect(failures.slice(0, 3)).toEqual([]);
    expect(counts.recovered + counts.refused).toBeGreaterThan(0);
  });
});

afterAll(() => {
  const rows = [...report].map(([name, counts]) =>
    [
      name.padEnd(44),
      ...(['recovered', 'refused', 'useless', 'wrong'] as const).map((verdict) =>
        String(counts[verdict]).padStart(10),
      ),
    ].join(''),
  );
  console.log([`${'mistake'.padEnd(44)} recovered   refused   useless     wrong`, ...rows].join('\n'));
});
