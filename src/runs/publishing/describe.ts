/** Title and summary of a pull request, in the words of the weak model. What it says about facts does not count. */
import { describeSystem } from '../../coder/prompts/describe.ts';
import { renderSpan } from '../../context/spans.ts';
import { diff } from '../../workspace/workspace.ts';
import { modelAsker } from '../ask.ts';
import type { Run } from '../to-its-end.ts';
import type { RunTools } from '../tools.ts';

const MOST_DIFF = 16_000;
const MOST_WORDS = 6_000;

export interface Description {
  /** Hostile, both. */
  title: string;
  summary: string;
}

/** Undefined when the model gave none: the pull request then speaks with the words of its commits and of the plan. */
export async function describe(run: Run, tools: RunTools): Promise<Description | undefined> {
  const { request, record, workspace } = run;
  const { commits } = record.facts;
  const change = await diff(workspace, workspace.base, 'HEAD');
  const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}\n(cut)` : text);
  const ask = modelAsker(request.budget, tools, record);
  const reply = await ask('weak', [
    { role: 'system', content: describeSystem },
    {
      role: 'user',
      content: [
        renderSpan({
          provenance: 'writer-comment',
          label: 'what was asked for',
          text: cut(request.job.instruction, MOST_WORDS),
        }),
        renderSpan({
          provenance: 'outsider',
          label: 'the issue',
          text: cut(`${request.thread.title}\n\n${request.thread.body}`, MOST_WORDS),
        }),
        renderSpan({
          provenance: 'repository',
          label: 'commits',
          text: commits.map(({ subject, paths }) => `${subject} (${paths.join(', ')})`).join('\n'),
        }),
        renderSpan({
          provenance: 'repository',
          label: 'diff of the pull request',
          text: cut(change, MOST_DIFF),
        }),
      ].join('\n\n'),
    },
  ]);
  return reply.finish === 'stop' ? readDescription(reply.text) : undefined;
}

/** The first line is the title, whatever the model put around it; the rest is the summary. */
export function readDescription(text: string): Description | undefined {
  const lines = text
    .replace(/<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi, '')
    .trim()
    .split('\n')
    .filter((line) => !/^\s*(?:`{3,}|~{3,})/.test(line));
  const [first = '', ...rest] = lines;
  const title = first.replace(/^\s*(?:#+\s*)?(?:\**title:?\**:?\s*)?/i, '').trim();
  const summary = rest
    .join('\n')
    .trim()
    .replace(/^(?:#+\s*)?\**summary:?\**:?\s*/i, '');
  return title === '' || summary === '' ? undefined : { title, summary };
}
