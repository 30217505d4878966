/** What every act needs: the state it changes and the hooks that tell the App. */
import type { Hooks } from '../hooks/emit.ts';
import type { Account, Post, ReactionName, World } from '../world.ts';

export interface Scene {
  world: World;
  hooks: Hooks;
}

/** Who acts, and whether through the App. */
export interface By {
  account: Account;
  viaApp: boolean;
}

export function newPost(world: World, by: By, body: string | null): Post {
  const now = world.now();
  return {
    id: world.id(),
    author: by.account,
    viaApp: by.viaApp,
    body,
    edits: [],
    createdAt: now,
    updatedAt: now,
    reactions: [],
    minimized: null,
  };
}

/** Replaces the body and keeps the old one in the history. Returns the old body. */
export function editPost(world: World, post: Post, by: By, body: string): string {
  const from = post.body ?? '';
  post.edits.push({ at: world.now(), by: by.account, from });
  post.body = body;
  post.updatedAt = world.now();
  return from;
}

/** Adds a reaction, or finds the one this account already gave (GitHub answers 200 then). */
export function react(world: World, post: Post, account: Account, content: ReactionName) {
  const existing = post.reactions.find((it) => it.user === account && it.content === content);
  if (existing) return { reaction: existing, isNew: false };
  const reaction = { id: world.id(), user: account, content, createdAt: world.now() };
  post.reactions.push(reaction);
  return { reaction, isNew: true };
}
