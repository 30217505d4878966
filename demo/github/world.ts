/** The state of the stand-in: what GitHub would keep in its databases. Git objects live in bare repositories. */

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';
export type Level = 'read' | 'write';
/** Permissions of an App, an installation or a token: `{contents: 'write', metadata: 'read'}`. */
export type Permissions = Record<string, Level>;

export const reactionNames = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const;
export type ReactionName = (typeof reactionNames)[number];

export interface Account {
  id: number;
  login: string;
  type: 'User' | 'Organization' | 'Bot';
  name: string | null;
  email: string;
  /** A personal access token, for tests that push or call as a person. */
  token: string;
  createdAt: string;
}

export interface Reaction {
  id: number;
  user: Account;
  content: ReactionName;
  createdAt: string;
}

export interface Edit {
  at: string;
  by: Account;
  /** The body before this edit. */
  from: string;
}

/** What an issue, a comment and a review comment have in common. */
export interface Post {
  id: number;
  author: Account;
  /** Written with an installation token, so `performed_via_github_app` is set. */
  viaApp: boolean;
  body: string | null;
  edits: Edit[];
  createdAt: string;
  updatedAt: string;
  reactions: Reaction[];
  /** Why it is hidden, in GitHub's words (`OUTDATED`, `SPAM`, …), or null. */
  minimized: string | null;
}

export interface Label {
  id: number;
  name: string;
  color: string;
  description: string | null;
}

export interface Comment extends Post {
  issue: number;
}

export interface Review {
  id: number;
  author: Account;
  body: string;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';
  commitId: string;
  submittedAt: string;
}

export interface ReviewComment extends Post {
  reviewId: number;
  pull: number;
  path: string;
  side: 'LEFT' | 'RIGHT';
  line: number | null;
  startLine: number | null;
  startSide: 'LEFT' | 'RIGHT' | null;
  subject: 'line' | 'file';
  originalLine: number | null;
  originalStartLine: number | null;
  position: number | null;
  originalPosition: number;
  diffHunk: string;
  commitId: string;
  originalCommitId: string;
  replyTo: number | null;
}

export interface Thread {
  id: number;
  root: number;
  resolvedBy: string | null;
}

export interface Pull {
  id: number;
  /** Null when the fork was deleted. */
  headRepo: Repo | null;
  headOwner: Account;
  headRef: string;
  headSha: string;
  baseRef: string;
  baseSha: string;
  draft: boolean;
  mergedAt: string | null;
  mergedBy: Account | null;
  mergeCommitSha: string | null;
  maintainerCanModify: boolean;
  requestedReviewers: Account[];
  reviews: Review[];
  comments: ReviewComment[];
  threads: Thread[];
  /** GitHub computes mergeability in the background: unknown until somebody asked once. */
  mergeabilityAsked: boolean;
}

/** An issue; a pull request is an issue with a `pull` part. */
export interface Issue extends Post {
  number: number;
  title: string;
  state: 'open' | 'closed';
  stateReason: 'completed' | 'not_planned' | 'reopened' | null;
  labels: Label[];
  assignees: Account[];
  locked: boolean;
  closedAt: string | null;
  closedBy: Account | null;
  comments: Comment[];
  pull: Pull | null;
}

export interface Annotation {
  path: string;
  start_line: number;
  end_line: number;
  start_column?: number | undefined;
  end_column?: number | undefined;
  annotation_level: 'notice' | 'warning' | 'failure';
  message: string;
  title?: string | undefined;
  raw_details?: string | undefined;
}

export interface CheckRun {
  id: number;
  suiteId: number;
  /** The App under test, or the CI system that everybody has. */
  by: 'app' | 'ci';
  name: string;
  headSha: string;
  status: string;
  conclusion: string | null;
  startedAt: string | null;
  completedAt: string | null;
  externalId: string | null;
  detailsUrl: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  annotations: Annotation[];
  actions: { label: string; description: string; identifier: string }[];
}

export interface CommitStatus {
  id: number;
  sha: string;
  state: 'error' | 'failure' | 'pending' | 'success';
  context: string;
  description: string | null;
  targetUrl: string | null;
  createdAt: string;
  creator: Account;
}

/** A rule that refuses pushes. `branches` is a glob over branch names (`*` also crosses `/`). */
export type PushRule =
  | { kind: 'ruleset'; branches: string; violation: string; id: number }
  | { kind: 'signed'; branches: string; id: number }
  | { kind: 'protected'; branches: string; id: number };

/** The same before it has an id. */
export type NewPushRule =
  | { kind: 'ruleset'; branches: string; violation: string }
  | { kind: 'signed'; branches: string }
  | { kind: 'protected'; branches: string };

export interface Repo {
  id: number;
  owner: Account;
  name: string;
  /** In small letters; GitHub redirects these. */
  formerNames: string[];
  description: string | null;
  private: boolean;
  archived: boolean;
  defaultBranch: string;
  /** Path of the bare git repository. */
  dir: string;
  parent: Repo | null;
  roles: Map<string, Role>;
  labels: Map<string, Label>;
  issues: Map<number, Issue>;
  /** Numbers are never used again, also not those of deleted issues. */
  lastNumber: number;
  checkRuns: Map<number, CheckRun>;
  statuses: CommitStatus[];
  rules: PushRule[];
  /** False answers a draft pull request with 422, as private repositories of free plans do. */
  draftsSupported: boolean;
  /** Commits made through the API without author: GitHub signs these. */
  signedCommits: Set<string>;
  /** Logs of Actions jobs by job id, for the log endpoint. */
  jobLogs: Map<number, string>;
  createdAt: string;
  updatedAt: string;
  pushedAt: string;
}

export interface Installation {
  id: number;
  account: Account;
  permissions: Permissions;
  events: string[];
  /** Null means all repositories of the account. */
  repositories: Set<number> | null;
  suspendedAt: string | null;
  suspendedBy: Account | null;
  createdAt: string;
}

export interface App {
  id: number;
  clientId: string;
  slug: string;
  name: string;
  owner: Account;
  bot: Account;
  privateKey: string;
  publicKey: string;
  permissions: Permissions;
  events: string[];
  webhookUrl: string | null;
  webhookSecret: string;
  createdAt: string;
}

export interface Urls {
  url: string;
  apiUrl: string;
  webUrl: string;
}

export interface World {
  urls: Urls;
  dataDir: string;
  app: App;
  accounts: Map<string, Account>;
  repos: Map<number, Repo>;
  installations: Map<number, Installation>;
  /** What people attached to texts, by id. */
  attachments: Map<string, Buffer>;
  /** A fresh number for anything that GitHub numbers globally. */
  id(): number;
  /** GitHub's time format: ISO 8601 in UTC with whole seconds. */
  now(): string;
}
