/** What is kept of a webhook: enough to act on it later, nothing else. Unknown keys are dropped, so stored rows stay small. */
import { z } from 'zod';

const installation = z.object({ id: z.number().int() });
/** Who did it; not always who wrote the thing that it was done to. */
const sender = z.object({ login: z.string(), id: z.number().int() });
const user = z.object({ login: z.string(), id: z.number().int(), type: z.string() });
const repository = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  default_branch: z.string(),
});

/** An issue or pull request as it was then; rows that an older version kept have no text. */
const post = { number: z.number().int(), title: z.string().optional(), body: z.string().nullish() };

/** A comment on an issue, or in the conversation of a pull request. */
const commentDeliverySchema = z.object({
  kind: z.literal('comment'),
  installation,
  repository,
  issue: z.object({ ...post, pull_request: z.object({}).optional() }),
  comment: z.object({ id: z.number().int(), body: z.string(), updated_at: z.string(), user }),
});
export type CommentDelivery = z.infer<typeof commentDeliverySchema>;

/**
 * A submitted review. GitHub sends one event for the review and one for each of its comments; whichever comes first brings in
 * the whole, and the others find it done.
 */
const reviewDeliverySchema = z.object({
  kind: z.literal('review'),
  installation,
  repository,
  pull_request: z.object(post),
  review: z.object({ id: z.number().int() }),
});
export type ReviewDelivery = z.infer<typeof reviewDeliverySchema>;

/** A comment that holds or held a command was edited. */
const editedDeliverySchema = commentDeliverySchema.extend({
  kind: z.literal('edited'),
  sender,
  /** The text before. */
  from: z.string(),
});
export type EditedDelivery = z.infer<typeof editedDeliverySchema>;

/** A comment that held a command is gone. */
const deletedDeliverySchema = commentDeliverySchema.extend({ kind: z.literal('deleted'), sender });
export type DeletedDelivery = z.infer<typeof deletedDeliverySchema>;

/** An issue or pull request with a run at work was closed, or is gone altogether. */
const closedDeliverySchema = z.object({
  kind: z.literal('closed'),
  installation,
  repository,
  sender,
  number: z.number().int(),
});
export type ClosedDelivery = z.infer<typeof closedDeliverySchema>;

/** Open ones whose head is the commit; none for forks. */
const pullsAtCommit = z.array(z.object({ number: z.number().int() }));

/** A check run of ours. */
export const checkRunSchema = z.object({
  /** The run that it shows. */
  external_id: z.string(),
  pull_requests: pullsAtCommit,
});

/** Somebody pressed a button of our check run, or GitHub's own "Re-run". */
const buttonDeliverySchema = z.object({
  kind: z.literal('button'),
  installation,
  repository,
  sender,
  check_run: checkRunSchema,
  /** Absent for "Re-run". */
  requested_action: z.object({ identifier: z.string() }).optional(),
  /** When it arrived here, since the event itself does not say when it was. */
  at: z.string(),
});
export type ButtonDelivery = z.infer<typeof buttonDeliverySchema>;

/** Somebody pressed "Re-run all checks": the event names the suite of our check runs on a commit, and none of them. */
const rerunDeliverySchema = z.object({
  kind: z.literal('rerun'),
  installation,
  repository,
  sender,
  check_suite: z.object({ id: z.number().int(), pull_requests: pullsAtCommit }),
  /** As for a button. */
  at: z.string(),
});
export type RerunDelivery = z.infer<typeof rerunDeliverySchema>;

/** A label was put on an issue. */
const labelDeliverySchema = z.object({
  kind: z.literal('label'),
  installation,
  repository,
  sender,
  issue: z.object({
    number: z.number().int(),
    title: z.string(),
    body: z.string().nullish(),
    updated_at: z.string(),
  }),
  label: z.object({ name: z.string() }),
});
export type LabelDelivery = z.infer<typeof labelDeliverySchema>;

/** A pull request has a new head. */
const headDeliverySchema = z.object({
  kind: z.literal('head'),
  installation,
  repository,
  pull_request: z.object({ number: z.number().int() }),
});
export type HeadDelivery = z.infer<typeof headDeliverySchema>;

/** The settings on the default branch changed. */
const settingsDeliverySchema = z.object({ kind: z.literal('settings'), installation, repository });
export type SettingsDelivery = z.infer<typeof settingsDeliverySchema>;

/** The time of a maintenance task has come. Sent by ourselves. */
const dueDeliverySchema = z.object({
  kind: z.literal('due'),
  installation,
  repository,
  task: z.string(),
  /** Milliseconds since 1970. */
  due: z.number(),
});
export type DueDelivery = z.infer<typeof dueDeliverySchema>;

/** What became of an installation as a whole; `created`: the App came to repositories, all of it or to more of them. */
const installationDeliverySchema = z.object({
  kind: z.literal('installation'),
  installation,
  sender,
  /** Those that it came to. */
  repositories: z.array(z.object({ id: z.number().int() })).default([]),
  action: z.enum(['created', 'suspend', 'unsuspend', 'deleted']),
});
export type InstallationDelivery = z.infer<typeof installationDeliverySchema>;

export const deliverySchema = z.discriminatedUnion('kind', [
  installationDeliverySchema,
  commentDeliverySchema,
  reviewDeliverySchema,
  editedDeliverySchema,
  deletedDeliverySchema,
  closedDeliverySchema,
  buttonDeliverySchema,
  rerunDeliverySchema,
  labelDeliverySchema,
  headDeliverySchema,
  settingsDeliverySchema,
  dueDeliverySchema,
]);
export type Delivery = z.infer<typeof deliverySchema>;
/** One that is about a repository, or a thread in it. */
export type RepositoryDelivery = Exclude<Delivery, InstallationDelivery>;

/** The number of the thread that it is about, if it is about one. */
export function threadOf(delivery: RepositoryDelivery): number | undefined {
  switch (delivery.kind) {
    case 'button':
      return delivery.check_run.pull_requests[0]?.number;
    case 'rerun':
      return delivery.check_suite.pull_requests[0]?.number;
    case 'settings':
    case 'due':
      return undefined;
    case 'review':
    case 'head':
      return delivery.pull_request.number;
    case 'closed':
      return delivery.number;
    default:
      return delivery.issue.number;
  }
}

/** Title and body of an issue or pull request at the moment of an event. */
export function openingOf({ title, body }: { title?: string | undefined; body?: string | null | undefined }) {
  return title === undefined ? undefined : { title, body: body ?? '' };
}
