/** Keeps an agent's conversation inside the model's window. */
import type { ChatMessage } from '../../models/types.ts';

/** Compacting starts here, … */
const FULL = 0.9;
/** … and goes on until this: each time costs the vendor's cache, so it should be seldom. */
const ROOMY = 0.5;
/** Good enough where files and thread alone take more: dropping what was done costs the agent more than the cache. */
const BEARABLE = 0.75;
/** Exchanges that always stay as they are: what the model is working with just now. */
const KEPT = 2;

/** An answer of the model, and what it got for its calls or was told about it. */
type Exchange = ChatMessage[];

const LEFT_OUT = '(Left out to save room. Call the tool again if you need this.)';

/**
 * The turns as they are while there is room. Else results of earlier calls go first, oldest first, then whole exchanges,
 * of which a list of what was done stays behind in the first turn. `fullness`: share of the window that turns take.
 */
export async function compact(
  turns: readonly ChatMessage[],
  fullness: (turns: ChatMessage[]) => Promise<number>,
): Promise<ChatMessage[]> {
  const { first, exchanges } = split(turns);
  if (!first || (await fullness([...turns])) < FULL) return [...turns];
  const most = Math.max(0, exchanges.length - KEPT);
  const shortenedUpTo = (count: number) =>
    exchanges.map((exchange, index) => (index < count ? withoutResults(exchange) : exchange));
  const withResultsCut = await least(most, async (count) => {
    const candidate = [first, ...shortenedUpTo(count).flat()];
    return { candidate, share: await fullness(candidate) };
  });
  if (withResultsCut.share <= BEARABLE) return withResultsCut.candidate;
  const emptied = shortenedUpTo(most);
  const dropped = await least(most, async (count) => {
    const candidate = [withDigest(first, exchanges.slice(0, count)), ...emptied.slice(count).flat()];
    return { candidate, share: await fullness(candidate) };
  });
  return dropped.candidate;
}

interface Candidate {
  candidate: ChatMessage[];
  share: number;
}

/** The smallest count from 0 to `most` whose candidate is roomy, by halving; that of `most` when none is. */
async function least(most: number, at: (count: number) => Promise<Candidate>): Promise<Candidate> {
  let best = await at(most);
  let low = 0;
  let high = most;
  while (best.share <= ROOMY && low < high) {
    const middle = Math.floor((low + high) / 2);
    const tried = await at(middle);
    if (tried.share <= ROOMY) {
      best = tried;
      high = middle;
    } else low = middle + 1;
  }
  return best;
}

function split(turns: readonly ChatMessage[]): { first: ChatMessage | undefined; exchanges: Exchange[] } {
  const [first, ...others] = turns;
  const exchanges: Exchange[] = [];
  for (const message of others) {
    const open = exchanges.at(-1);
    if (message.role === 'assistant' || !open) exchanges.push([message]);
    else open.push(message);
  }
  return { first, exchanges };
}

function withoutResults(exchange: Exchange): Exchange {
  return exchange.map((message) =>
    message.role === 'tool' && message.content.length > LEFT_OUT.length
      ? { ...message, content: LEFT_OUT }
      : message,
  );
}

const DIGEST = '\n\n(Earlier calls of yours that are left out here to save room:';
const LONGEST_CALL = 160;
const MOST_CALLS = 60;

/** What was done in the exchanges that go, from the calls themselves: the harness's word, not a model's. */
function withDigest(first: ChatMessage, gone: readonly Exchange[]): ChatMessage {
  if (gone.length === 0) return first;
  const [request = '', before = ''] = first.content.split(DIGEST);
  const earlier = before.split('\n').filter((row) => row.startsWith('- '));
  const rows = gone.flatMap((exchange) =>
    exchange.flatMap((message) =>
      (message.toolCalls ?? []).map((call) => {
        const failed = exchange.some((other) => other.toolCallId === call.id && other.toolFailed === true);
        const args = call.arguments.replaceAll(/\s+/g, ' ').slice(0, LONGEST_CALL);
        return `- ${call.name} ${args}${failed ? ' (failed)' : ''}`;
      }),
    ),
  );
  const all = [...earlier, ...rows].slice(-MOST_CALLS);
  return { ...first, content: `${request}${DIGEST}\n${all.join('\n')}\nTheir edits are in the files.)` };
}
