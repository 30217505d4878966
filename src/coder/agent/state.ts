import type { CheckResult } from '../../checks/types.ts';
import type { FailureCounts } from '../../edits/index.ts';
import type { RepoPath } from '../../lib/types.ts';
import type { ChatMessage } from '../../models/types.ts';
import type { EditCommit, Reflection } from '../types.ts';
import type { Verified } from '../verify.ts';

/** Everything that an agent gathers while it goes on. What `Verified` and `parsed` hold is of the change at work alone. */
export interface AgentState extends Verified {
  turns: ChatMessage[];
  /** Files that the model has seen in full. */
  shown: Set<RepoPath>;
  /** Whether the files that were touched parsed before the first edit; true for new ones, absent when nobody knows. */
  parsed: Map<RepoPath, boolean>;
  failures: FailureCounts;
  /** Of the change at work. */
  notes: string[];
  /** Reflections on the change at work. */
  attempts: number;
  used: { turns: number; tokens: number };
  commits: EditCommit[];
  /** Checks as the last commit left them: what the next change is held against. */
  before: readonly CheckResult[];
  reflections: Reflection[];
}
