import type { User } from "#contract/people.ts";
import { reactionEmojis } from "#contract/talk-limits.ts";
import type { PhotoReaction, Reactions } from "#contract/talk.ts";

/** The reactions with another one of the viewer's, or without one. */
export function withMine(reactions: Reactions, me: User, emoji: PhotoReaction | null): Reactions {
  const { mine, counts, people } = reactions;
  const others = people.filter(({ id }) => id !== me.id);
  const { id, firstName, lastName, profileImageUrl } = me;
  const countOf = (one: PhotoReaction) =>
    (counts.find((known) => known.emoji === one)?.count ?? 0) - Number(one === mine) + Number(one === emoji);
  return {
    mine: emoji,
    counts: reactionEmojis.map((one) => ({ emoji: one, count: countOf(one) })).filter(({ count }) => count > 0),
    people: emoji ? [{ id, firstName, lastName, profileImageUrl, emoji }, ...others] : others,
  };
}
