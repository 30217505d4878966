/** The edit engine: what a model emitted becomes exactly the change it meant, or the reasons why not. */
export { ApplyError, applyChangeSet } from './apply.ts';
export { detectFormat, formats } from './formats/index.ts';
export { countFailures, type FailureCounts } from './loop-guard.ts';
export { memoryTree } from './memory-tree.ts';
export { plan } from './plan.ts';
export { reflectionMessage } from './reflection.ts';
export { planReply, type ReplyPlan } from './reply.ts';
export { workspaceTree } from './tree.ts';
