/** Small words shared by every layer. */

/** A value that survives JSON: what the journal may hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

/** A repository-relative POSIX path, normalised: no leading `/` or `./`, no `..`, no backslash. */
export type RepoPath = string;
