/** Commit messages: words by the weak model, form by the harness. */
import { renderSpan } from '../context/spans.ts';
import { commitMessageSystem } from './prompts/commit-message.ts';
import type { CoderWorld } from './types.ts';

/** The weak model sees at most this much of a diff; the rest adds cost, not meaning. */
const MAX_DIFF = 12_000;

/** What the weak model proposes for a commit; undefined when it fails, since a message must never fail an edit. */
export async function proposeMessage(
  world: CoderWorld,
  change: { instruction: string; diff: string },
): Promise<string | undefined> {
  const diff = change.diff.length > MAX_DIFF ? `${change.diff.slice(0, MAX_DIFF)}\n(cut)` : change.diff;
  const reply = await world.ask('weak', [
    { role: 'system', content: commitMessageSystem },
    {
      role: 'user',
      content: [
        renderSpan({ provenance: 'writer-comment', label: 'what was asked for', text: change.instruction }),
        renderSpan({ provenance: 'repository', label: 'diff of the commit', text: diff }),
      ].join('\n\n'),
    },
  ]);
  return reply.finish === 'stop' ? reply.text : undefined;
}
