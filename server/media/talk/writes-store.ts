import { sql } from "kysely";
import { editMinutes } from "#contract/talk-limits.ts";
import type { MediaMembership } from "../../access/media-access.ts";
import { newId } from "../../platform/db/id.ts";
import type { Tx } from "../../schema/database.ts";

/** Somebody whom a comment names after an @. */
export interface Mention {
  readonly id: string;
  readonly name: string;
}

/** At most this many earlier commenters hear of a new comment. */
const maxFollowers = 50;

export type TalkWrites = ReturnType<typeof talkWrites>;

/** Writes of comments, in a transaction. */
export function talkWrites(tx: Tx) {
  const addMentions = async (commentId: string, mentions: readonly Mention[]) => {
    if (mentions.length === 0) return;
    await tx
      .insertInto("comment_mentions")
      .values(mentions.map(({ id, name }) => ({ comment_id: commentId, user_id: id, name })))
      .execute();
  };
  return {
    /** Locks the photo, so that comments on it are added one after the other. Undefined if it is in no gallery any more. */
    async lockPhoto(mediaId: string) {
      return tx
        .selectFrom("media")
        .select("comments_off as areOff")
        .where("id", "=", mediaId)
        .where("purpose", "=", "gallery")
        .forNoKeyUpdate()
        .executeTakeFirst();
    },
    /** The id of the comment that this request has added before. */
    async findSame({ mediaId, userId }: MediaMembership, key: string): Promise<string | undefined> {
      const row = await tx
        .selectFrom("comments")
        .select("id")
        .where("media_id", "=", mediaId)
        .where("author_id", "=", userId)
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.id;
    },
    /** Those of these people who can see the photos of an album, with their names. A name that is still expected is nobody yet. */
    async peopleOf({ squadId, tripId }: MediaMembership, ids: readonly string[]): Promise<readonly Mention[]> {
      const { rows } = await sql<Mention>`select u.id, trim(u.first_name || ' ' || u.last_name) as name
        from people u cross join lateral rights_in(u.id, ${squadId}, ${tripId}) r
        where u.id = any(${ids}::uuid[]) and r.is_member and not exists (select from expected_people e where e.person_id = u.id)`.execute(
        tx,
      );
      return rows;
    },
    /** Whom a comment mentions. */
    async mentionsOf(commentId: string): Promise<readonly string[]> {
      const mentions = await tx
        .selectFrom("comment_mentions")
        .select("user_id as id")
        .where("comment_id", "=", commentId)
        .execute();
      return mentions.map(({ id }) => id);
    },
    /** Who added a photo, and the last `maxFollowers` people who commented on it. */
    async readersOf(mediaId: string) {
      const { rows } = await sql<{ uploaders: string[]; others: string[] }>`
        select array_remove(array[m.uploader_id], null) uploaders, array(
          select author_id from comments where media_id = m.id and author_id is not null
          group by author_id order by max(id::text) desc limit ${maxFollowers}) others
        from media m where m.id = ${mediaId}`.execute(tx);
      return rows[0] ?? { uploaders: [], others: [] };
    },
    async add({ mediaId, userId }: MediaMembership, key: string, text: string, mentions: readonly Mention[]) {
      const id = newId();
      await tx.insertInto("comments").values({ id, media_id: mediaId, author_id: userId, key, text }).execute();
      await addMentions(id, mentions);
      await tx
        .updateTable("media")
        .set(({ eb }) => ({ comments: eb("comments", "+", 1) }))
        .where("id", "=", mediaId)
        .execute();
      return id;
    },
    /** False when the comment is gone or its time for changes is over. */
    async change(id: string, text: string, mentions: readonly Mention[]): Promise<boolean> {
      const { numAffectedRows } = await sql`update comments
        set edited_at = case when text = ${text} then edited_at else now() end, text = ${text}
        where id = ${id} and created_at > now() - ${editMinutes} * interval '1 minute'`.execute(tx);
      if (numAffectedRows !== 1n) return false;
      await tx.deleteFrom("comment_mentions").where("comment_id", "=", id).execute();
      await addMentions(id, mentions);
      return true;
    },
  };
}
