/** What is kept of a webhook: enough to act on it later, nothing else. */
import { z } from 'zod';

/** The fields of `issue_comment.created` that intake needs. Unknown keys are dropped, so stored rows stay small. */
export const commentDeliverySchema = z.object({
  installation: z.object({ id: z.number().int() }),
  repository: z.object({
    id: z.number().int(),
    name: z.string(),
    owner: z.object({ login: z.string() }),
    default_branch: z.string(),
    archived: z.boolean().optional(),
  }),
  issue: z.object({
    number: z.number().int(),
    locked: z.boolean().optional(),
    pull_request: z.object({}).optional(),
  }),
  comment: z.object({
    id: z.number().int(),
    body: z.string(),
    updated_at: z.string(),
    user: z.object({ login: z.string(), id: z.number().int(), type: z.string() }),
  }),
});
export type CommentDelivery = z.infer<typeof commentDeliverySchema>;
