import { sql } from "kysely";
import type { Comment, PhotoReaction, Reactions } from "#contract/talk.ts";
import { editMinutes } from "#contract/talk-limits.ts";
import type { MediaMembership } from "../../access/media-access.ts";
import { oneIn } from "../../platform/db/one-in.ts";
import type { SentKey } from "../../platform/http/sent-key.ts";
import type { Database } from "../../schema/database.ts";
import { doOnce } from "../../schema/sent-keys-store.ts";
import type { Tables } from "../../schema/tables/tables.ts";
import { sqlText, timestamp } from "../../platform/db/sql-text.ts";

/** Whether its author may still change comment `c`. */
const isFresh = sqlText`c.created_at > now() - interval '${editMinutes} minutes'`;

/** Comment `c` with its author `a` as the contract's JSON, for viewer `$2`; `$3` says whether they are an organizer. */
const commentJson = sqlText`json_build_object('id', c.id, 'text', c.text, 'createdAt', ${timestamp(sqlText`c.created_at`)},
  'editedAt', ${timestamp(sqlText`c.edited_at`)}, 'author', a.face::json,
  'mentions', (select coalesce(json_agg(json_build_object('id', n.user_id, 'name', n.name) order by n.name, n.user_id), '[]')
    from comment_mentions n where n.comment_id = c.id),
  'mayEdit', coalesce(c.author_id = $2, false) and ${isFresh}, 'mayDelete', $3 or coalesce(c.author_id = $2, false))`;

const page = {
  name: "comments_of_photo",
  text: sqlText`select coalesce(json_agg(${commentJson} order by c.id desc), '[]'),
      case when exists (select from comments e where e.media_id = $1 and e.id < (array_agg(c.id order by c.id))[1])
        then (array_agg(c.id order by c.id))[1]::text end
    from (select * from comments where media_id = $1 and id < $4 order by id desc limit $5) c left join people a on a.id = c.author_id`,
};

const comment = {
  name: "comment",
  text: sqlText`select ${commentJson} from comments c left join people a on a.id = c.author_id where c.id = $1`,
};

/** A reply names at most this many people who reacted. */
const maxPeople = 50;

const reactions = {
  name: "reactions_to_photo",
  text: sqlText`select json_build_object('mine', (select emoji from reactions where media_id = $1 and user_id = $2),
    'counts', (select coalesce(json_agg(json_build_object('emoji', g.emoji, 'count', g.count) order by g.emoji collate "C"), '[]')
      from (select emoji, count(*)::int as count from reactions where media_id = $1 group by emoji) g),
    'people', (select coalesce(json_agg(p.one order by p.given_at desc, p.user_id), '[]') from (
      select u.face::jsonb || jsonb_build_object('emoji', r.emoji) as one, r.given_at, r.user_id
      from reactions r join people u on u.id = r.user_id where r.media_id = $1 order by r.given_at desc, r.user_id limit ${maxPeople}) p))`,
};

/** The photo is locked first, as for a like. Null if it is in no gallery any more, else whether something changed. */
const react = {
  name: "react",
  text: sqlText`with photo as materialized (select id from media where id = $1 and purpose = 'gallery' for no key update),
      taken as (delete from reactions where media_id = (select id from photo) and user_id = $2 and $3::text is null returning media_id),
      given as (insert into reactions (media_id, user_id, emoji) select id, $2, $3::text from photo where $3::text is not null
        on conflict (media_id, user_id) do update set emoji = excluded.emoji, given_at = now() where reactions.emoji <> excluded.emoji
        returning media_id),
      noted as (insert into activity (kind, trip_id, squad_id, person_id, actor_id, media_id)
        select 'reaction_given', m.trip_id, case when m.trip_id is null then m.squad_id end, m.uploader_id, $2, m.id
        from media m join given on given.media_id = m.id
        where m.uploader_id <> $2 and not exists (
          select from activity a where a.kind = 'reaction_given' and a.media_id = m.id and a.actor_id = $2)),
      taken_back as (delete from activity using taken
        where kind = 'reaction_given' and activity.media_id = taken.media_id and actor_id = $2)
    select exists (select from taken) or exists (select from given) from photo`,
};

/** Deletes a comment and counts it. The photo is locked first, as when a comment is added. */
const remove = {
  name: "remove_comment",
  text: sqlText`with photo as materialized (
        select id from media where id = (select media_id from comments where id = $1) for no key update),
      gone as (delete from comments where id = $1 and media_id = (select id from photo) returning media_id)
    update media set comments = comments - 1 where id = (select media_id from gone) returning id`,
};

const people = {
  name: "people_to_mention",
  text: sqlText`select coalesce(json_agg(f.face::json order by f.first_name, f.last_name, f.id), '[]') from (
      select u.id, u.face, u.first_name, u.last_name from (
        select user_id from squad_members where squad_id = $1 union select user_id from trip_members where trip_id = $2
      ) m join people u on u.id = m.user_id
      where u.id <> $3 and not exists (select from expected_people e where e.person_id = u.id)
        and (starts_with(lower(u.first_name || ' ' || u.last_name), lower($4)) or starts_with(lower(u.last_name), lower($4)))
      order by u.first_name, u.last_name, u.id limit $5
    ) f`,
};

export function talkStore({ db, one, row, transact }: Database) {
  return {
    /** Comments below this id, the latest first, and the cursor of earlier ones. */
    page: async ({ mediaId, userId, isOrganizer }: MediaMembership, before: string, limit: number) =>
      (await row<[Comment[], string | null]>(page, [mediaId, userId, isOrganizer, before, limit]))!,
    /** Null when it is deleted. */
    findComment: ({ userId, isOrganizer }: MediaMembership, id: string) =>
      one<Comment>(comment, [id, userId, isOrganizer]),
    /** The photo and the author of a comment. */
    async findPlace(id: string) {
      const { rows } = await sql<{ mediaId: string; authorId: string | null; isFresh: boolean }>`
        select media_id "mediaId", author_id "authorId", created_at > now() - ${editMinutes} * interval '1 minute' "isFresh"
        from comments where id = ${id}`.execute(db);
      return rows[0];
    },
    async areOff(mediaId: string): Promise<boolean> {
      const found = await db.selectFrom("media").select("comments_off").where("id", "=", mediaId).executeTakeFirst();
      return found?.comments_off ?? false;
    },
    reactionsTo: async ({ mediaId, userId }: MediaMembership) => (await one<Reactions>(reactions, [mediaId, userId]))!,
    /** Null if the photo is in no gallery any more, else whether something changed. */
    async react({ mediaId, userId }: MediaMembership, emoji: PhotoReaction | null, sent: SentKey | null) {
      const values = [mediaId, userId, emoji];
      if (!sent) return one<boolean>(react, values);
      const done = await doOnce({ transact }, userId, sent, (tx) => oneIn<boolean, Tables>(tx, react, values));
      return done === undefined ? false : done;
    },
    /** False when it was deleted before. */
    remove: async (id: string): Promise<boolean> => (await one<string>(remove, [id])) !== null,
    /** Members of the photo's album whose name begins like this, without the viewer and without names that are still expected. */
    findPeople: async ({ squadId, tripId, userId }: MediaMembership, search: string, limit: number) =>
      (await one<NonNullable<Comment["author"]>[]>(people, [squadId, tripId, userId, search, limit]))!,
  };
}
