import type { LikedPhoto } from "#contract/media-item.ts";
import type { Award } from "../queries.ts";

/**
 * Deals photos to the complete awards of a trip, each photo once, by the id of the award: the one that proved it, or else the most liked
 * one of a winner that is left. `photos` has the best of each winner. Awards whose winners have none left get none.
 */
export function dealPhotos(awards: readonly Award[], photos: readonly LikedPhoto[]): ReadonlyMap<string, LikedPhoto> {
  const dealt = new Map<string, LikedPhoto>();
  const decided = awards.filter(({ leaderboard }) => leaderboard.length > 0);
  for (const { category, receipt } of decided) if (receipt?.photo) dealt.set(category.id, receipt.photo);
  const used = new Set([...dealt.values()].map(({ id }) => id));
  for (const { category, leaderboard } of decided) {
    if (dealt.has(category.id)) continue;
    const winners = new Set(leaderboard.filter(({ rank }) => rank === 1).map(({ user }) => user?.id));
    const own = photos.find(({ id, uploader }) => !used.has(id) && uploader !== null && winners.has(uploader.id));
    if (!own) continue;
    dealt.set(category.id, own);
    used.add(own.id);
  }
  return dealt;
}
