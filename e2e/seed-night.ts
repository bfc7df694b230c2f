import type { APIRequestContext } from "@playwright/test";
import { addAward, castVote } from "./seed-awards.ts";
import { type Seed, photosReady, send } from "./seed.ts";

/**
 * Plans a night for a trip of `seedTrip` with a crew of four or more, has its awards answered, and closes it. Its show has a bonus award,
 * a winner with a photo as proof, one with a line, a tie, and an award that ends uncounted. Returns the address of its calls.
 */
export async function seedNight(
  [host, ...friends]: readonly [APIRequestContext, ...APIRequestContext[]],
  { trip, crew, categories }: Seed,
): Promise<string> {
  const night = `/api/trips/${trip}/night`;
  const all = [host, ...friends];
  const chef = await addAward(host, trip, "Camp Chef", { icon: "fas fa-fire", color: "green" });
  const early = await addAward(host, trip, "Early Bird", { icon: "fas fa-star", color: "blue" });
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await send(host, "POST", night, { startsAt, timeZone: "Europe/Lisbon" });

  const [photo] = await photosReady(host, trip);
  const prove = (category: string, receipt: object) =>
    send(host, "POST", `/api/categories/${category}/receipts`, { nomineeId: crew[1]!["id"], ...receipt });
  await prove(categories[1]!, photo ? { mediaId: photo.id } : { text: "Red like a lobster." });
  await prove(chef, { text: "Seven pancakes, one pan, no fire brigade." });

  // Bo wins the first award, Ana and Bo tie for the second, and all skip the third.
  for (const [i, voter] of all.entries()) {
    await castVote(voter, categories[1]!, crew[i < 2 ? 1 : i]!);
    await castVote(voter, chef, crew[i % 2]!);
    await send(voter, "POST", `/api/categories/${early}/skip`, {});
  }
  await send(host, "POST", `${night}/close`, { confirm: true });
  return night;
}
