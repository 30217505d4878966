/** Faults that tests inject: the next N matching requests fail in one of the ways GitHub fails. */

export type Fault =
  /** Any status, before the work is done. */
  | { kind: 'status'; status: number; message?: string; headers?: Record<string, string> }
  /** The work is done, but the answer is lost behind a 502: a retry would do it twice. */
  | { kind: 'done-but-502' }
  | { kind: 'secondary-limit'; retryAfter: number }
  | { kind: 'primary-limit'; resetInSeconds: number }
  | { kind: 'latency'; ms: number }
  /** The work is done, but the answer comes only when `until` is settled. */
  | { kind: 'held'; until: Promise<unknown> }
  /** The connection is cut without an answer; `afterWork` cuts it when the work is done. */
  | { kind: 'reset'; afterWork?: boolean };

export interface FaultOrder {
  /** All methods when absent. */
  method?: string;
  /** Part of the path, or a pattern; paths start with `/repos/…` for the API and `/{owner}/{repo}.git/…` for git. */
  path?: string | RegExp;
  /** Part of the body as it was sent; requests to the API only. */
  body?: string;
  fault: Fault;
  /** How many matching requests fail; 1 by default. */
  times?: number;
  /** How many matching requests pass before. */
  after?: number;
}

/** A refusal of the next push to a repository. */
export type PushFault =
  | { kind: 'ruleset'; violation: string }
  | { kind: 'protected' }
  | { kind: 'workflow'; file: string }
  /** Secret scanning, GH009. */
  | { kind: 'secret' };

interface Armed extends FaultOrder {
  left: number;
  skip: number;
}

export interface Faults {
  inject(order: FaultOrder): void;
  /** Takes the fault for this request, if one is armed. */
  next(method: string, path: string, body?: string): Fault | undefined;
  clear(): void;
  /** Orders that no request has met yet. */
  pending(): FaultOrder[];
  refusePush(repo: string, fault: PushFault, times?: number): void;
  nextPush(repo: string): PushFault | undefined;
}

export function createFaults(): Faults {
  let armed: Armed[] = [];
  const pushes: { repo: string; fault: PushFault; left: number }[] = [];

  const matches = (it: Armed, method: string, path: string, body: string) =>
    (it.method === undefined || it.method === method) &&
    (it.body === undefined || body.includes(it.body)) &&
    (it.path === undefined || (typeof it.path === 'string' ? path.includes(it.path) : it.path.test(path)));

  return {
    inject: (order) => void armed.push({ ...order, left: order.times ?? 1, skip: order.after ?? 0 }),
    next(method, path, body = '') {
      const found = armed.find((it) => matches(it, method, path, body));
      if (!found) return undefined;
      if (found.skip > 0) {
        found.skip -= 1;
        return undefined;
      }
      found.left -= 1;
      if (found.left <= 0) armed = armed.filter((it) => it !== found);
      return found.fault;
    },
    clear() {
      armed = [];
      pushes.length = 0;
    },
    pending: () => armed.map(({ left: _left, skip: _skip, ...order }) => order),
    refusePush: (repo, fault, times = 1) =>
      void pushes.push({ repo: repo.toLowerCase(), fault, left: times }),
    nextPush(repo) {
      const at = pushes.findIndex((it) => it.repo === repo.toLowerCase());
      const found = pushes[at];
      if (!found) return undefined;
      found.left -= 1;
      if (found.left <= 0) pushes.splice(at, 1);
      return found.fault;
    },
  };
}
