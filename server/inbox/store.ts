import { sql } from "kysely";
import type { KindName } from "#contract/activity.ts";
import type { Database } from "../schema/database.ts";

/** A row of `activity` as one person hears of it. */
export interface HeardRow {
  readonly id: string;
  readonly kind: KindName;
  readonly at: Date;
  readonly tripId: string | null;
  readonly squadId: string | null;
  readonly place: string;
  readonly actor: {
    readonly id: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly profileImageUrl: string | null;
  } | null;
  readonly photoId: string | null;
  /** The photo has its pictures. */
  readonly hasPicture: boolean;
  readonly award: string | null;
  readonly address: string | null;
  /** The actor may send mails: their address is confirmed, or they came by an invitation. True without an actor. */
  readonly mayBeMailed: boolean;
  /** How many awards wait for the person's vote, where the sentence says so. */
  readonly awaited: number | null;
  /** The person has not seen it, and its squad is not muted. */
  readonly isNew: boolean;
  /** False if its photo is not in the gallery (nor hidden, where that is told), its time is over, or the person has turned off its topic for its squad. */
  readonly isShown: boolean;
  /** When its people were found for a push. Null before that, and unless it was asked for. */
  readonly foundAt: Date | null;
}

/** What the store knows of the kinds that are told: the topic of each, and for how many minutes some are told. */
interface ToldKinds {
  readonly topicOf: ReadonlyMap<KindName, string>;
  readonly minutesOf: ReadonlyMap<KindName, number>;
}

interface Moment {
  readonly at: Date;
  readonly id: string;
}

interface Asked {
  /** Only rows before this one. */
  readonly before?: Moment | null;
  /** Only rows that the person has not seen. */
  readonly unseen?: boolean;
  /** Only rows after this time. */
  readonly after?: Date;
  /** Say when the people of a row were found for a push. */
  readonly forPush?: boolean;
  readonly limit: number;
}

export const inboxStore = ({ db }: Database, { topicOf, minutesOf }: ToldKinds) => ({
  /**
   * Returns rows for one reader, the latest first: those of the reader's crews and squads since they joined, and those for them alone. It
   * leaves out places that they have left, what they did themselves, and topics that they have turned off.
   */
  async heard(
    me: string,
    { before = null, unseen = false, after, forPush = false, limit }: Asked,
  ): Promise<readonly HeardRow[]> {
    const topics = JSON.stringify(Object.fromEntries(topicOf));
    const minutes = JSON.stringify(Object.fromEntries(minutesOf));
    // Each branch reads its index backwards and stops at the limit.
    const wanted = sql`a.actor_id is distinct from ${me} and a.kind in (select kind from wanted)
      ${before ? sql`and (a.created_at, a.id) < (${before.at}, ${before.id})` : sql``}
      ${unseen ? sql`and a.created_at > coalesce((select seen_at from mine), '-infinity')` : sql``}
      ${after ? sql`and a.created_at > ${after}` : sql``}
      order by a.created_at desc, a.id desc limit ${limit}`;
    const { rows } = await sql<HeardRow>`
      with mine as (select * from inbox_settings where person_id = ${me}),
      topics as (select key kind, value topic from json_each_text(${topics})),
      wanted as (select kind from topics where topic <> all (coalesce((select topics_off from mine), '{}'))),
      heard as materialized (
        select * from (
          select a.* from trip_members m cross join lateral (
            select a.* from activity a
            where a.trip_id = m.trip_id and a.person_id is null and a.created_at >= m.joined_at and ${wanted}) a
          where m.user_id = ${me}
          union all
          select a.* from squad_members m cross join lateral (
            select a.* from activity a
            where a.squad_id = m.squad_id and a.person_id is null and a.id > m.id and ${wanted}) a
          where m.user_id = ${me}
          union all
          (select a.* from activity a
            where a.person_id = ${me}
              and (a.trip_id is null or a.trip_id in (select trip_id from trips_of(${me})))
              and (a.squad_id is null or exists (select from squad_members m where m.squad_id = a.squad_id and m.user_id = ${me}))
              and ${wanted})
        ) all_heard order by created_at desc, id desc limit ${limit}
      )
      select a.id, a.kind, a.created_at at, a.trip_id "tripId", s.id "squadId", coalesce(t.name, s.name, '') place,
        case when p.id is not null then json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
          'profileImageUrl', p.profile_image_url) end actor,
        coalesce(e.email_confirmed_at is not null or e.was_invited, a.actor_id is null) "mayBeMailed",
        a.media_id "photoId", m.state is not distinct from 'ready' "hasPicture", c.name award, i.email_key address,
        case when a.kind in ('voting_closes', 'last_vote_missing') then (
          select count(*) from categories k join trip_members m on m.trip_id = k.trip_id
          where k.trip_id = a.trip_id and m.user_id = ${me} and m.may_vote and is_open(k)
            and not exists (select from votes v where v.category_id = k.id and v.voter_id = ${me})) end awaited,
        a.created_at > coalesce((select seen_at from mine), '-infinity') and coalesce(q.muted_until <= now(), true) "isNew",
        (a.media_id is null or m.purpose = 'gallery' or (m.purpose = 'held' and a.kind = 'takedown_asked')) and coalesce(w.topic <> all (q.topics_off), true)
          and not coalesce(a.created_at < now() - (${minutes}::jsonb ->> a.kind)::int * interval '1 minute', false) "isShown",
        ${forPush ? sql`(select found_at from push_rows r where r.activity_id = a.id)` : sql`null`} "foundAt"
      from heard a
        join topics w on w.kind = a.kind
        left join trips t on t.id = a.trip_id
        left join squads s on s.id = coalesce(a.squad_id, t.squad_id)
        left join people p on p.id = a.actor_id
        left join accounts e on e.person_id = a.actor_id
        left join media m on m.id = a.media_id
        left join categories c on c.id = a.category_id
        left join invitations i on i.id = a.invitation_id
        left join inbox_squads q on q.person_id = ${me} and q.squad_id = s.id
      order by a.created_at desc, a.id desc`.execute(db);
    return rows;
  },
});
