/** What is kept of a webhook: enough to act on it later, nothing else. Unknown keys are dropped, so stored rows stay small. */
import { z } from 'zod';

const installation = z.object({ id: z.number().int() });
const user = z.object({ login: z.string(), id: z.number().int(), type: z.string() });
const repository = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  default_branch: z.string(),
});

/** A comment on an issue, or in the conversation of a pull request. */
const commentDeliverySchema = z.object({
  kind: z.literal('comment'),
  installation,
  repository,
  issue: z.object({ number: z.number().int(), pull_request: z.object({}).optional() }),
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
  pull_request: z.object({ number: z.number().int() }),
  review: z.object({ id: z.number().int() }),
});
export type ReviewDelivery = z.infer<typeof reviewDeliverySchema>;

export const deliverySchema = z.discriminatedUnion('kind', [commentDeliverySchema, reviewDeliverySchema]);
export type Delivery = z.infer<typeof deliverySchema>;
