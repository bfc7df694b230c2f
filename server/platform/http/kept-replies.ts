// Decision 083: why replies are kept, and why none of them is stale.
import { LRUCache } from "lru-cache";

/** A reply as JSON text, and the version that it names. */
export interface KeptReply {
  readonly version: string;
  readonly text: string;
}

/** Of all replies together. A letter takes one byte, or two in a text that has letters beyond Latin-1. */
const maxLetters = 16 * 1024 * 1024;
const lifeMs = 3600 * 1000;

/** Replies that have a version, by session and address, for an hour. Who sends one has checked that session and version are still the same. */
export interface KeptReplies {
  find(session: Buffer, address: string): KeptReply | undefined;
  keep(session: Buffer, address: string, reply: KeptReply): void;
}

export function openKeptReplies(): KeptReplies {
  const replies = new LRUCache<string, KeptReply>({
    maxSize: maxLetters,
    sizeCalculation: ({ text }, key) => text.length + key.length,
    ttl: lifeMs,
    ttlAutopurge: true,
  });
  const keyOf = (session: Buffer, address: string) => `${session.toString("base64")} ${address}`;
  return {
    find: (session, address) => replies.get(keyOf(session, address)),
    keep: (session, address, reply) => void replies.set(keyOf(session, address), reply),
  };
}
