import type { LikedPhoto } from "#contract/media-item.ts";
import type { Award } from "../queries.ts";

/**
 * Deals a trip's best photos to its complete awards, each photo once, by the id of the award: first the photo that proved it, then to its
 * winners their own best photo, then the rest of the crew's. With few photos some awards get none.
 */
export function dealPhotos(awards: readonly Award[], photos: readonly LikedPhoto[]): ReadonlyMap<string, LikedPhoto> {
  const dealt = new Map<string, LikedPhoto>();
  const decided = awards.filter(({ leaderboard }) => leaderboard.length > 0);
  for (const { category, receipt } of decided) if (receipt?.photo) dealt.set(category.id, receipt.photo);
  const proofs = new Set([...dealt.values()].map(({ id }) => id));
  const left = photos.filter(({ id }) => !proofs.has(id));
  for (const { category, leaderboard } of decided) {
    if (dealt.has(category.id)) continue;
    const winners = leaderboard.filter(({ rank }) => rank === 1).map(({ user }) => user?.id);
    const own = left.findIndex(({ uploader }) => uploader !== null && winners.includes(uploader.id));
    if (own >= 0) dealt.set(category.id, ...(left.splice(own, 1) as [LikedPhoto]));
  }
  for (const { category } of decided) {
    const next = dealt.has(category.id) ? undefined : left.shift();
    if (next) dealt.set(category.id, next);
  }
  return dealt;
}
