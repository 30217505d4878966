/** The repo map of a state of the files, for an agent that asks. */
import { z } from 'zod';
import { looksSecret } from '../../coder/secret-files.ts';
import { commitSource, indexRepository, mapOf } from '../../repomap/index.ts';
import type { RepoSource } from '../../repomap/types.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { hashOf } from '../journal.ts';
import type { RunTools } from '../tools.ts';

/** A part of an answer beside others; the agent may ask again with other words. */
const TOKENS = 2_000;

/** The commit that a run starts from. Under the name of its repository: the next run has another folder. */
export function baseSource({ gitDir, base }: Workspace, { forge }: Pick<RunTools, 'forge'>): RepoSource {
  return commitSource(gitDir, base, forge.remote.cacheKey);
}

/** An outline of a file of passwords would be the passwords. */
export function withoutSecrets(source: RepoSource): RepoSource {
  return {
    ...source,
    ...(source.content === undefined ? {} : { content: `${source.content} without secrets` }),
    files: async () => (await source.files()).filter((file) => !looksSecret(file.path)),
  };
}

/** Recorded, since it decides how the conversation goes on: another version of the App may rank otherwise. */
export function outlineOf(
  tree: string,
  about: string,
  workspace: Workspace,
  tools: RunTools,
): Promise<string> {
  const { journal, folders, signal } = tools;
  return journal.step('outline', hashOf([tree, about]), z.string(), async () => {
    // The files are those of the edits, seen once; a tree has no history, the commit that it came from has.
    const { files, read, close } = commitSource(workspace.gitDir, tree);
    const { identity, head, history } = baseSource(workspace, tools);
    const source = withoutSecrets({ identity, files, read, close, head, history });
    try {
      const index = await indexRepository(source, { cacheFolder: folders.tags, signal });
      return (await mapOf(index, { text: about, chat: [], tokens: TOKENS })).map;
    } finally {
      await source.close();
    }
  });
}
