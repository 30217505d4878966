/** What the server does by the clock, besides what comes to it. */
import type { Probot } from 'probot';
import type { Identity } from '../config/env.ts';
import type { AppContext } from '../github/context.ts';
import type { Inbox } from '../github/inbox.ts';
import { takeInMissed } from '../github/missed.ts';
import { poll } from '../github/poll.ts';
import { fireDue, sweepInstallations, sweepNamed } from '../github/schedules.ts';
import { askAfterSuspended, reviveLost } from '../github/sweep.ts';
import { type Sweeps, startSweeps } from './sweeps.ts';

const SWEEP_MS = 5 * 60_000;
/** How often schedules are looked at: one query. They are minutes, spread over half an hour. */
const SCHEDULE_MS = 30_000;

export async function startClockwork(
  identity: Identity,
  probot: Probot,
  inbox: Inbox,
  context: AppContext,
  scheduleMs = SCHEDULE_MS,
): Promise<Sweeps> {
  const { log, store } = context;
  const octokit = await probot.auth();
  const lost = {
    'lost work': () => reviveLost(context),
    'old caches': () => context.caches.sweep(),
  };
  const due = startSweeps({ 'due tasks': () => fireDue(inbox) }, scheduleMs, log);
  const stopping = new AbortController();
  const together = (...all: Sweeps[]): Sweeps => ({
    async stop() {
      stopping.abort();
      await Promise.all([due, ...all].map((sweeps) => sweeps.stop()));
    },
  });
  if (identity.kind === 'token') {
    const { repositories, pollSeconds } = identity;
    const polling = { repositories, octokit, inbox, context, log, now: Date.now };
    const looks = startSweeps({ comments: () => poll(polling) }, pollSeconds * 1000, log);
    const sweeps = startSweeps(
      { ...lost, schedules: () => sweepNamed(octokit, repositories, context) },
      SWEEP_MS,
      log,
    );
    return together(looks, sweeps);
  }
  const receive = async ({ id, event, payload }: { id: string; event: string; payload: string }) => {
    const signature = await probot.webhooks.sign(payload);
    await probot.webhooks.verifyAndReceive({ id, name: event, payload, signature });
  };
  const sweeps = startSweeps(
    {
      'missed deliveries': () => takeInMissed({ app: octokit, store, receive, log, now: Date.now }),
      'suspended installations': () => askAfterSuspended(octokit, context),
      ...lost,
    },
    SWEEP_MS,
    log,
  );
  // Beside the others: it takes long where there are many repositories.
  const slow = startSweeps(
    { schedules: () => sweepInstallations(octokit, context, stopping.signal) },
    SWEEP_MS,
    log,
  );
  return together(sweeps, slow);
}
