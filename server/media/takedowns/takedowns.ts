// Decision 117: why a photo is hidden before anybody has decided.
import { withValues } from "#contract/refusals.ts";
import { maxOpenTakedowns, takedownDays } from "#contract/takedown-limits.ts";
import type { MediaRights } from "../../access/rights-store.ts";
import { dayMs } from "../../platform/durations.ts";
import { Problem, forbidden, notFound } from "../../platform/http/problem.ts";
import type { Ground } from "../../schema/ground.ts";
import { tellPhotos } from "../renditions/tell-photos.ts";
import { moveToTrash } from "../trash/store.ts";
import { takedownStore, takedownWrites } from "./store.ts";

export type TakedownParts = Pick<Ground, "database" | "activity">;

/** Demands a member of the photo's album: 404 when it is hidden from the user, 403 when they see it as a stranger. */
async function demandMember({ database }: TakedownParts, userId: string, id: string): Promise<MediaRights> {
  const found = await takedownStore(database).rightsTo(userId, id);
  if (!found) throw notFound("photo_not_found");
  if (!found.isMember) throw forbidden("squad_members_only");
  return found;
}

/**
 * Asks for a photo to be taken down, which hides it at once. An open request of the same person stays as it is. 409 for their own photo,
 * for one that they have asked about before, and above the limit; 403 for a person from whom an admin has taken the right.
 */
export async function askForTakedown(parts: TakedownParts, userId: string, id: string, reason: string | null) {
  const photo = await demandMember(parts, userId, id);
  if (photo.isUploader) throw new Problem("conflict", "takedown_of_own_photo");
  await parts.database.transact(async (tx) => {
    const writes = takedownWrites(tx);
    await writes.lockAsker(userId);
    const place = await writes.lockPhoto(id);
    if (place !== "gallery" && place !== "held") throw notFound("photo_not_found");
    const before = await writes.findRequest(id, userId);
    if (before?.outcome === null) return;
    if (before) throw new Problem("conflict", "takedown_asked_before");
    if (await writes.isBanned(id, userId)) throw forbidden("takedown_not_allowed");
    if (await writes.isFull(userId))
      throw new Problem("too_many", withValues("takedowns_full", { max: maxOpenTakedowns }));
    await writes.add(id, userId, reason);
    await writes.hold(id);
    const { organizers, uploaders } = await writes.concerned(id);
    await parts.activity.note(tx, "takedown_asked", {
      ...placeOf(photo),
      actor: userId,
      to: union(organizers, uploaders),
      photo: id,
    });
  });
}

/** Takes a person's open request back. The photo returns unless somebody else asks too. Without a request it changes nothing. */
export async function takeBack(parts: TakedownParts, userId: string, id: string): Promise<void> {
  const photo = await demandMember(parts, userId, id);
  const isBack = await parts.database.transact(async (tx) => {
    const writes = takedownWrites(tx);
    await writes.lockPhoto(id);
    if (!(await writes.takeBack(id, userId))) return false;
    if (!(await writes.isAskedFor(id))) await writes.release([id]);
    return true;
  });
  if (isBack) tellPhotos(parts.activity, [photo]);
}

/**
 * Keeps a held photo or moves it to the trash, and ends the requests about it. The same decision again changes nothing; 409 for another one
 * once somebody was quicker.
 */
export async function decide(parts: TakedownParts, userId: string, id: string, decision: "keep" | "delete") {
  const photo = await demandMember(parts, userId, id);
  if (!photo.isOrganizer) throw forbidden("takedown_organizers_only");
  const outcome = decision === "keep" ? "kept" : "deleted";
  await parts.database.transact(async (tx) => {
    const writes = takedownWrites(tx);
    if ((await writes.lockPhoto(id)) !== "held") {
      if ((await writes.lastDecision(id)) === outcome) return;
      throw new Problem("conflict", "takedown_over");
    }
    const { uploaders, askers } = await writes.concerned(id);
    const told = { ...placeOf(photo), actor: userId, to: union(uploaders, askers) };
    await writes.close(id, outcome, userId);
    await parts.activity.note(tx, decision === "keep" ? "takedown_kept" : "takedown_deleted", told);
    await (decision === "keep" ? writes.release([id]) : moveToTrash(tx, userId, [id], new Date()));
  });
}

const placeOf = ({ tripId, squadId }: MediaRights) => ({ trip: tripId, squad: squadId });
const union = (...people: readonly (readonly string[])[]) => [...new Set(people.flat())];

const batchSize = 200;

/**
 * Ends the requests that nobody has answered in time, and tells the people concerned. Then it returns held photos without an open request to
 * their galleries.
 */
export async function returnUnanswered({ database, activity }: TakedownParts, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - takedownDays * dayMs);
  await inBatches(() =>
    database.transact(async (tx) => {
      const writes = takedownWrites(tx);
      const lapsed = await writes.lapse(before, batchSize);
      for (const [id, requests] of Map.groupBy(lapsed, ({ mediaId }) => mediaId)) {
        const { isHeld, organizers, uploaders, askers, tripId, squadId } = await writes.concerned(id);
        // Somebody else asks too, or the photo is in the trash.
        if (!isHeld || askers.length > 0) continue;
        const asked = requests.flatMap(({ userId }) => userId ?? []);
        await activity.note(tx, "takedown_lapsed", {
          trip: tripId,
          squad: squadId,
          to: union(organizers, uploaders, asked),
          photo: id,
        });
      }
      return lapsed.length;
    }),
  );
  await inBatches(async () => {
    const returned = await database.transact(async (tx) => {
      const writes = takedownWrites(tx);
      const photos = await writes.lockForgotten(batchSize);
      await writes.release(photos.map(({ id }) => id));
      return photos;
    });
    tellPhotos(activity, returned);
    return returned.length;
  });
  await inBatches(() => database.transact((tx) => takedownWrites(tx).forgetNameless(batchSize)));
}

async function inBatches(work: () => Promise<number>): Promise<void> {
  while ((await work()) === batchSize);
}
