/** Events on their way to the App, delivered one after the other in the order in which they happened. */
import { randomUUID } from 'node:crypto';
import { installationFor, nodeId } from '../lookup.ts';
import type { WebhookCheck } from '../schema/webhooks.ts';
import { accountView, organizationView } from '../views/account.ts';
import { repositoryView } from '../views/repository.ts';
import type { Account, Installation, Repo, World } from '../world.ts';
import { type Delivery, hookHeaders, largestPayload, post } from './deliver.ts';
import { receives } from './subscriptions.ts';

export interface Event {
  event: string;
  action: string | null;
  /** Null for events of an installation. */
  repo: Repo | null;
  sender: Account;
  /** What the payload holds beside action, repository, organization, sender and installation. */
  fields: Record<string, unknown>;
  /** The installation to tell; by default the one that covers the repository. */
  installation?: Installation;
}

export interface Hooks {
  /** Whether anybody would get this event; payloads of pull requests are dear to build. */
  wanted(repo: Repo, event: string): boolean;
  /** Queues an event; returns at once. */
  emit(event: Event): void;
  /** Resolves when nothing is queued or under way. */
  idle(): Promise<void>;
  /** Sends a recorded delivery again under the same GUID. */
  redeliver(id: number): Promise<Delivery>;
  deliveries: Delivery[];
  /** Stops sending; what is queued is dropped, what is under way is cut. */
  stop(): void;
}

export function createHooks(world: World, check: WebhookCheck): Hooks {
  const deliveries: Delivery[] = [];
  const hookId = world.id();
  let queue: Promise<unknown> = Promise.resolve();
  const stopping = new AbortController();

  async function send(base: Pick<Delivery, 'guid' | 'event' | 'action' | 'payload' | 'redelivery'> & Ids) {
    const { webhookUrl: url, webhookSecret: secret, id: appId } = world.app;
    if (stopping.signal.aborted || url === null) return undefined;
    const requestHeaders = hookHeaders({ url, secret, appId, hookId }, base.event, base.guid, base.payload);
    const deliveredAt = world.now();
    const outcome = await post(url, requestHeaders, base.payload, stopping.signal);
    const delivery: Delivery = { ...base, ...outcome, id: world.id(), deliveredAt, requestHeaders };
    deliveries.unshift(delivery);
    return delivery;
  }

  /** Everything goes through one queue, so that deliveries keep the order of events. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  return {
    deliveries,
    wanted(repo, event) {
      const installation = installationFor(world, repo);
      return world.app.webhookUrl !== null && installation !== undefined && receives(installation, event);
    },
    emit(event) {
      const installation = event.installation ?? (event.repo && installationFor(world, event.repo));
      if (world.app.webhookUrl === null || !installation || !receives(installation, event.event)) return;
      const payload = payloadOf(world, event, installation);
      check(event.event, event.action, payload);
      const text = JSON.stringify(payload);
      if (Buffer.byteLength(text) > largestPayload) return;
      void enqueue(() =>
        send({
          guid: randomUUID(),
          event: event.event,
          action: event.action,
          payload: text,
          redelivery: false,
          installationId: installation.id,
          repositoryId: event.repo?.id ?? null,
        }),
      );
    },
    async idle() {
      // Answering one delivery may cause the next, so wait until the tail stays the same.
      for (let seen: unknown; seen !== queue; ) {
        seen = queue;
        await queue;
      }
    },
    redeliver(id) {
      const found = deliveries.find((it) => it.id === id);
      if (!found) return Promise.reject(new Error(`no delivery ${id}`));
      const { guid, event, action, payload, installationId, repositoryId } = found;
      const again = { guid, event, action, payload, installationId, repositoryId, redelivery: true };
      return enqueue(async () => {
        const delivery = await send(again);
        if (!delivery) throw new Error('the App has no webhook URL');
        return delivery;
      });
    },
    stop: () => stopping.abort(),
  };
}

type Ids = Pick<Delivery, 'installationId' | 'repositoryId'>;

function payloadOf(world: World, event: Event, installation: Installation): Record<string, unknown> {
  const { repo } = event;
  return {
    ...(event.action !== null && { action: event.action }),
    ...event.fields,
    ...(repo && { repository: event.fields.repository ?? repositoryView(world, repo) }),
    ...(repo?.owner.type === 'Organization' && { organization: organizationView(world, repo.owner) }),
    sender: accountView(world, event.sender),
    // Installation events carry the full object among their fields; all others only the ids.
    installation: event.fields.installation ?? {
      id: installation.id,
      node_id: nodeId('MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9u', installation.id),
    },
  };
}
