import { maxFound } from "#contract/talk-limits.ts";
import { type MediaMembership, memberOfMedia } from "../../access/media-access.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { lastId } from "../../platform/db/id.ts";
import { nextPage } from "../../platform/http/cursor.ts";
import { notFound } from "../../platform/http/problem.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { limitCreating } from "../../platform/throttle/throttle.ts";
import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import { readIdCursor } from "../gallery/cursors.ts";
import { tellPhotos } from "../renditions/tell-photos.ts";
import { talkStore } from "./store.ts";
import { addComment, changeComment, demandMayDelete } from "./talk.ts";
import { talkWrites } from "./writes-store.ts";

type Parts = Pick<Ground, "database" | "activity" | "guesses">;

/** How many comments come with a photo. */
const firstComments = 30;

/** Comments and reactions on photos. */
export function talkRoutes(serve: Serve, { database, activity, guesses }: Parts): void {
  const countCreated = limitCreating(guesses);
  const store = talkStore(database);
  const rights = rightsStore(database);

  /** A comment with the viewer's membership. One that is missing gets the same 404 as one that is hidden. */
  const commentFor = async (viewerId: string, id: string) => {
    const place = await store.findPlace(id);
    if (!place) throw notFound("comment_not_found");
    const member = await memberOfMedia(rights, viewerId, place.mediaId, "comment_not_found");
    return { member, comment: { ...place, id } };
  };

  const about = ({ tripId, squadId, mediaId, userId }: MediaMembership, comment: string) =>
    ({ trip: tripId, squad: squadId, actor: userId, photo: mediaId, comment }) as const;

  /** Tells the people whom a comment mentions, without those in `before`. Returns all people whom it mentions. */
  async function noteMentions(tx: Tx, member: MediaMembership, id: string, before: readonly string[]) {
    const mentions = await talkWrites(tx).mentionsOf(id);
    const to = mentions.filter((person) => !before.includes(person));
    await activity.note(tx, "mentioned", { ...about(member, id), to });
    return mentions;
  }

  /** Tells of a new comment: each person once, as the one whom it mentions, the uploader, or one of those who commented before. */
  async function noteComment(tx: Tx, member: MediaMembership, id: string) {
    const mentions = await noteMentions(tx, member, id, []);
    const { uploaders, others } = await talkWrites(tx).readersOf(member.mediaId);
    const uploader = uploaders.filter((person) => !mentions.includes(person));
    await activity.note(tx, "comment_added", { ...about(member, id), to: uploader });
    const to = others.filter((person) => !mentions.includes(person) && !uploaders.includes(person));
    await activity.note(tx, "comment_followed", { ...about(member, id), to });
  }

  serve.call("GET /api/media/:id/talk", async ({ viewer, params }) => {
    const member = await memberOfMedia(rights, viewer.id, params.id);
    const [reactions, [comments, earlier], commentsOff] = await Promise.all([
      store.reactionsTo(member),
      store.page(member, lastId, firstComments),
      store.areOff(member.mediaId),
    ]);
    return { reactions, comments, earlier, commentsOff, maySwitch: member.isUploader };
  });

  serve.call("GET /api/media/:id/comments", async ({ viewer, params, query, request, reply }) => {
    const member = await memberOfMedia(rights, viewer.id, params.id);
    const [comments, next] = await store.page(member, readIdCursor(query.cursor), query.limit);
    nextPage(request, reply, next);
    return comments;
  });

  serve.call("POST /api/media/:id/comments", async ({ viewer, params, body, repeated }) => {
    const member = await memberOfMedia(rights, viewer.id, params.id);
    await countCreated(viewer.id);
    const { id, isNew } = await database.transact(async (tx) => {
      const added = await addComment(talkWrites(tx), member, body);
      if (added.isNew) await noteComment(tx, member, added.id);
      return added;
    });
    if (!isNew) repeated();
    return found(await store.findComment(member, id));
  });

  serve.call("PATCH /api/comments/:id", async ({ viewer, params, body }) => {
    const { member, comment } = await commentFor(viewer.id, params.id);
    await database.transact(async (tx) => {
      const before = await talkWrites(tx).mentionsOf(comment.id);
      await changeComment(talkWrites(tx), member, comment, body);
      await noteMentions(tx, member, comment.id, before);
    });
    return found(await store.findComment(member, comment.id));
  });

  serve.call("DELETE /api/comments/:id", async ({ viewer, params, request }) => {
    const { member, comment } = await commentFor(viewer.id, params.id);
    demandMayDelete(member, comment);
    if (!(await store.remove(comment.id))) throw notFound("comment_not_found");
    if (comment.authorId !== viewer.id)
      logSecurity(request, "comment_removed", { photo: member.mediaId, comment: comment.id });
    tellPhotos(activity, [member]);
    return undefined;
  });

  serve.call("PUT /api/media/:id/reaction", async ({ viewer, params, body, sent }) => {
    const member = await memberOfMedia(rights, viewer.id, params.id);
    const isChanged = await store.react(member, body.emoji, sent);
    if (isChanged === null) throw notFound("photo_not_found");
    if (isChanged) activity.tell("reaction_given", { trip: member.tripId, squad: member.squadId });
    return store.reactionsTo(member);
  });

  serve.call("GET /api/media/:id/people", async ({ viewer, params, query }) => {
    const member = await memberOfMedia(rights, viewer.id, params.id);
    return store.findPeople(member, query.search, maxFound);
  });
}

function found<T>(thing: T | null): T {
  if (thing === null) throw notFound("comment_not_found");
  return thing;
}
