/** The replies of the mutation suite, and the same in two more formats of Aider: the file's name in the fence, and whole files. */
import { goodEdits } from '../../test/edits/mutation/edits.ts';
import { mistakes, type Trial } from '../../test/edits/mutation/mistakes.ts';
import type { Reply } from './types.ts';

/** Mistakes that a listing of the whole file can have too: those of the file, of its name, of what it holds. */
const ofListings: ReadonlySet<number> = new Set([0, 12, 13, 14, 28, 33, 34]);

export function allReplies(): Reply[] {
  const replies: Reply[] = [];
  for (const mistake of mistakes) {
    for (const edit of goodEdits) {
      for (const trial of mistake.trials(edit)) {
        const one = { ...trial, mistake: mistake.number, name: mistake.name, path: edit.sample.path };
        replies.push(one);
        if (trial.format !== 'diff') continue;
        replies.push({ ...one, ...inFence(trial) });
        const listing = ofListings.has(mistake.number) ? asListing(one) : undefined;
        if (listing) replies.push(listing);
      }
    }
  }
  return replies;
}

/** The same reply as diff-fenced: the name moves from above the fence into it. */
function inFence(trial: Trial): Pick<Reply, 'format' | 'reply'> {
  const text = trial.reply.text.replace(/^(.+)\n```\n(?=<<<<<<< )/gm, '```\n$1\n');
  return { format: 'diff-fenced', reply: { ...trial.reply, text } };
}

/** The right result as a model lists it: LF, no byte order mark, under the name that the block had. */
function asListing(reply: Reply): Reply | undefined {
  const name = /^(.+)\n```\n<<<<<<< /m.exec(reply.reply.text)?.[1];
  if (name === undefined) return undefined;
  const content = reply.right.replaceAll('\r\n', '\n').replace(/^\ufeff/, '');
  return { ...reply, format: 'whole', reply: { text: `Here it is.\n\n${name}\n\`\`\`\n${content}\`\`\`\n` } };
}
