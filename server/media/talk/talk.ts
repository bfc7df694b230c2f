// Decision 116: why comments are the members' own, and what becomes of them.
import { withValues } from "#contract/refusals.ts";
import { editMinutes } from "#contract/talk-limits.ts";
import type { NewComment } from "#contract/talk.ts";
import type { MediaMembership } from "../../access/media-access.ts";
import { Problem, forbidden, notFound, refusedField } from "../../platform/http/problem.ts";
import type { Mention, TalkWrites } from "./writes-store.ts";

/** The author of a comment, and whether they may still change it. */
interface Place {
  readonly authorId: string | null;
  readonly isFresh: boolean;
}

/**
 * Adds a comment. The same key of the same author again adds nothing, so a request may be sent again. 409 where the uploader takes no
 * comments, 400 for a mention of somebody who cannot see the photo.
 */
export async function addComment(writes: TalkWrites, member: MediaMembership, { key, text, mentions }: NewComment) {
  const photo = await writes.lockPhoto(member.mediaId);
  if (!photo) throw notFound("photo_not_found");
  const sameId = await writes.findSame(member, key);
  if (sameId !== undefined) return { id: sameId, isNew: false };
  if (photo.areOff) throw new Problem("conflict", "comments_off");
  return { id: await writes.add(member, key, text, await mentioned(writes, member, text, mentions)), isNew: true };
}

/** Changes a comment: 403 for all but its author, 409 once its time is over. */
export async function changeComment(
  writes: TalkWrites,
  member: MediaMembership,
  { id, authorId, isFresh }: Place & { readonly id: string },
  { text, mentions }: Omit<NewComment, "key">,
): Promise<void> {
  if (authorId !== member.userId) throw forbidden("comment_not_yours");
  const people = await mentioned(writes, member, text, mentions);
  if (!isFresh || !(await writes.change(id, text, people)))
    throw new Problem("conflict", withValues("comment_edit_over", { minutes: editMinutes }));
}

/** 403 unless the person wrote the comment or runs the album. */
export function demandMayDelete({ userId, isOrganizer }: MediaMembership, { authorId }: Place): void {
  if (authorId !== userId && !isOrganizer) throw forbidden("comment_not_yours_to_delete");
}

async function mentioned(writes: TalkWrites, member: MediaMembership, text: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const people = await writes.peopleOf(member, ids);
  if (people.length < new Set(ids).size) throw refusedField("mentions", "mention_cannot_see");
  return namedIn(text, people);
}

/** Those whom a text names after an @. */
const namedIn = (text: string, people: readonly Mention[]): Mention[] =>
  people.filter(({ name }) => text.includes(`@${name}`));
