import type { FailureCounts } from '../../edits/index.ts';
import type { RepoPath } from '../../lib/types.ts';
import type { ChatMessage } from '../../models/types.ts';
import type { Verified } from '../verify.ts';

/** Everything that an agent gathers while it goes on. */
export interface AgentState extends Verified {
  turns: ChatMessage[];
  /** Files that the model has seen in full. */
  shown: Set<RepoPath>;
  /** Whether the files that were touched parsed before the first edit; true for new ones, absent when nobody knows. */
  parsed: Map<RepoPath, boolean>;
  failures: FailureCounts;
  notes: string[];
  used: { turns: number; tokens: number };
}
