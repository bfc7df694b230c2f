import { tellPhotos } from "../renditions/tell-photos.ts";
import type { Calls } from "#contract/calls.ts";
import type { MediaItem } from "#contract/media-item.ts";
import type { Ground } from "../../schema/ground.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Context, Serve } from "../../platform/http/serve.ts";
import { memberOf, memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import type { AddMedia } from "./add-media.ts";
import { memberOfMedia, ownerOfMedia } from "../../access/media-access.ts";
import { mediaStore } from "./media-store.ts";
import type { DirectFlow } from "../uploads/direct.ts";
import { type Album, type Registration, imageFor, inSquad, inTrip } from "./register.ts";

interface Parts extends Pick<Ground, "database" | "activity"> {
  readonly direct: DirectFlow;
  readonly addMedia: AddMedia;
}

export function mediaRoutes(serve: Serve, { database, activity, direct, addMedia }: Parts): void {
  const add = async (registration: Registration) => {
    await direct.acceptDirect(registration.address, registration.userId);
    return addMedia(registration);
  };
  const store = mediaStore(database);
  const rights = rightsStore(database);

  async function addToGallery(
    { viewer, body, repeated }: Pick<Context<Calls["PUT /api/trips/:id/media"]>, "viewer" | "body" | "repeated">,
    album: Album,
  ): Promise<MediaItem & { duplicate?: boolean }> {
    const { id, outcome } = await add({
      address: body.mediaURL,
      userId: viewer.id,
      album,
      fileName: body.fileName,
      caption: body.caption || null,
      takenAt: body.metadata?.creationTime,
      takenAtHint: body.takenAtHint,
      personId: body.personId,
    });
    const item = await store.findItem(id, viewer.id);
    if (!item) throw notFound("photo_not_found");
    if (outcome !== "new") repeated();
    return outcome === "duplicate" ? { ...item, duplicate: true } : item;
  }

  serve.call("PUT /api/trips/:id/media", async (context) =>
    addToGallery(context, inTrip(await memberOfTrip(rights, context.viewer.id, context.params.id))),
  );
  serve.call("PUT /api/squads/:id/media", async (context) =>
    addToGallery(context, inSquad(await memberOf(rights, context.viewer.id, context.params.id))),
  );

  const addImage = async (userId: string, address: string, fileName: string, purpose: "profile" | "squad" | "trip") => {
    const image = { address, userId, album: imageFor(purpose), fileName, caption: null, takenAt: undefined };
    return { objectPath: `/objects/${(await add(image)).id}` };
  };
  serve.call("PUT /api/profile-images", async ({ viewer, body }) =>
    addImage(viewer.id, body.profileImageURL, body.fileName, "profile"),
  );
  serve.call("PUT /api/squad-photos", async ({ viewer, body }) =>
    addImage(viewer.id, body.squadPhotoURL, body.fileName, "squad"),
  );
  serve.call("PUT /api/trip-photos", async ({ viewer, body }) =>
    addImage(viewer.id, body.tripPhotoURL, body.fileName, "trip"),
  );

  serve.call("POST /api/media/:id/like", async ({ viewer, params, body, sent }) => {
    const member = await memberOfMedia(rights, viewer.id, params.id);
    const liked = found(await store.like(member, body?.liked ?? null, sent));
    activity.tell("photo_liked", { trip: member.tripId, squad: member.squadId });
    return liked;
  });

  serve.call("GET /api/media/:id/place", async ({ viewer, params }) => {
    const member = await memberOfMedia(rights, viewer.id, params.id);
    return { place: await store.findLocation(member.mediaId) };
  });

  serve.call("PATCH /api/media/:id", async ({ viewer, params, body }) => {
    const own = await ownerOfMedia(rights, viewer.id, params.id);
    const { caption, commentsOff } = body;
    if (caption !== undefined || commentsOff !== undefined) {
      const isChanged = await store.change(own.mediaId, caption === undefined ? caption : caption || null, commentsOff);
      if (!isChanged) throw notFound("photo_not_found");
      tellPhotos(activity, [own]);
    }
    return found(await store.findItem(own.mediaId, viewer.id));
  });
}

function found<T>(thing: T | null): T {
  if (thing === null) throw notFound("photo_not_found");
  return thing;
}
