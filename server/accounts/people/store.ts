import { sql } from "kysely";
import type { Person, User } from "#contract/people.ts";
import type { Database, Tx } from "../../platform/db/connect.ts";
import { isId } from "../../platform/db/id.ts";
import { list, personJson, userJson } from "../../platform/db/json.ts";
import { myTripIds } from "../../access/my-trips-sql.ts";

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
  /** SHA-256 of the invitation code in the registration. */
  readonly inviteHash: Buffer | null;
}

/** A rank of `better + 1` in a complete award. */
export interface Placing {
  readonly better: number;
  readonly category: { readonly id: string; readonly name: string; readonly icon: string; readonly color: string };
  readonly trip: { readonly id: string; readonly name: string };
}

/** Whether viewer `$1` shares a squad or trip with person `$2`, or finds them in a public squad. */
const mayKnow = `($1::uuid = $2::uuid
  or exists (select from squad_members a join squads s on s.id = a.squad_id
     left join squad_members b on b.squad_id = a.squad_id and b.user_id = $1 where a.user_id = $2 and (s.is_public or b.user_id is not null))
  or exists (select from trip_members a join trip_members b on b.trip_id = a.trip_id and b.user_id = $1 where a.user_id = $2))`;

const user = { name: "user", text: `select ${userJson("u")} from users u where u.id = $1` };
const person = { name: "person", text: `select ${personJson("u")} from users u where u.id = $2 and ${mayKnow}` };

const recentSquad = {
  name: "recent_squad",
  text: `select json_build_object('hasSquads', m.squad_id is not null, 'squadId', m.squad_id)::text
    from (select user_id from sessions where token_hash = $1 and expires_at > now()) v
    left join lateral (select squad_id from squad_members where user_id = v.user_id order by id desc limit 1) m on true`,
};

const everyone = {
  name: "all_members",
  text: `select ${list(
    `json_build_object('id', u.id, 'user', ${personJson("u")}) order by u.first_name, u.last_name, u.id`,
    `(select * from users u where u.id in (
        select $1::uuid
        union select b.user_id from squad_members a join squad_members b on b.squad_id = a.squad_id where a.user_id = $1
        union select b.user_id from trip_members a join trip_members b on b.trip_id = a.trip_id where a.user_id = $1)
      and not u.is_demo and ($2::uuid is null or (u.first_name, u.last_name, u.id) > ($3::text, $4::text, $2::uuid))
      order by u.first_name, u.last_name, u.id limit $5) u`,
  )}`,
};

const around = `select b.user_id from squad_members a join squad_members b on b.squad_id = a.squad_id where a.user_id = v.user_id
      union select b.user_id from trip_members a join trip_members b on b.trip_id = a.trip_id where a.user_id = v.user_id`;
const crewStats = {
  name: "crew_stats",
  text: `select json_build_object('memberCount', (select count(*) from users u where not u.is_demo and u.id in (select v.user_id union ${around})),
      'activeTripCount', count(*) filter (where current_date between t.start_date and t.end_date),
      'awardCategoryCount', coalesce(sum(t.category_count), 0))::text
    from (select user_id from sessions where token_hash = $1 and expires_at > now()) v
    left join lateral (select t.* from trips t where t.id in ${myTripIds} and not t.is_demo) t on true group by v.user_id`,
};

const placings = {
  name: "placings",
  text: `select case when ${mayKnow} then ${list(
    `json_build_object('better', p.better, 'category', json_build_object('id', c.id, 'name', c.name, 'icon', c.icon, 'color', c.color),
      'trip', json_build_object('id', t.id, 'name', t.name)) order by c.completed_at desc, c.id`,
    `(select y.category_id, y.trip_id,
        (select count(*) from (select from tallies o where o.category_id = y.category_id and o.votes > y.votes limit 3) ahead) better
      from tallies y where y.nominee_id = $2) p
    join categories c on c.id = p.category_id join trips t on t.id = p.trip_id left join squads s on s.id = t.squad_id
    where p.better < 3 and (s.is_public
      or exists (select from trip_members m where m.trip_id = t.id and m.user_id = $1)
      or exists (select from squad_members m where m.squad_id = t.squad_id and m.user_id = $1))`,
  )} end from users where id = $2`,
};

/** The sort key of a list by name. */
export type ByName = Pick<Person, "firstName" | "lastName" | "id">;

export type PeopleStore = ReturnType<typeof peopleStore>;

/** The current time if an open invitation with this code was mailed to this address, else null. */
const mailedTo = (emailKey: string, codeHash: Buffer) =>
  sql<Date | null>`(select now() from invitation_codes c join invitations i on i.id = c.invitation_id
    where c.code_hash = ${codeHash} and i.email_key = ${emailKey}
      and i.used_at is null and i.ended_at is null and i.expires_at > now())`;

export function peopleStore({ db, one, transact }: Database) {
  return {
    /** False if the address is taken. Unless the invitation confirms the address, `askToConfirm` runs in the same transaction. */
    addUser: (who: NewUser, askToConfirm: (tx: Tx, id: string) => Promise<void>): Promise<boolean> =>
      transact(async (tx) => {
        const added = await tx
          .insertInto("users")
          .values({
            id: who.id,
            email: who.email,
            email_key: who.emailKey,
            first_name: who.firstName,
            last_name: who.lastName,
            password_hash: who.passwordHash,
            bio: null,
            profile_image_url: null,
            email_confirmed_at: who.inviteHash && mailedTo(who.emailKey, who.inviteHash),
          })
          .onConflict((conflict) => conflict.column("email_key").doNothing())
          .returning(["id", "email_confirmed_at"])
          .executeTakeFirst();
        if (added?.email_confirmed_at === null) await askToConfirm(tx, who.id);
        return added !== undefined;
      }),

    async findAccount(emailKey: string) {
      const row = await db
        .selectFrom("users")
        .select(["id", "password_hash"])
        .where("email_key", "=", emailKey)
        .executeTakeFirst();
      return row && { id: row.id, passwordHash: row.password_hash };
    },

    user: (id: string) => one<User>(user, [id]),

    /** The squad that the session's user joined last, as JSON text; null without a valid session. */
    recentSquad: (session: Buffer) => one<string>(recentSquad, [session]),

    /** The person, if the viewer may know them. */
    findPerson: (viewerId: string, id: string) => one<Person>(person, [viewerId, id]),

    /** The next `limit` people who share a squad or trip with the viewer, by name. */
    everyoneAround: async (viewerId: string, after: ByName | null, limit: number) =>
      (await one<{ id: string; user: Person }[]>(everyone, [
        viewerId,
        after?.id ?? null,
        after?.firstName ?? null,
        after?.lastName ?? null,
        limit,
      ])) ?? [],

    /** JSON text. */
    crewStats: (session: Buffer) => one<string>(crewStats, [session]),

    /** Null when the viewer may not know the person. */
    findPlacings: (viewerId: string, id: string) => one<Placing[]>(placings, [viewerId, id]),

    async edit(id: string, { bio, profileImageUrl }: { bio?: string | null; profileImageUrl?: string | null }) {
      const set = {
        ...(bio !== undefined && { bio: bio || null }),
        ...(profileImageUrl !== undefined && { profile_image_url: profileImageUrl }),
      };
      if (Object.keys(set).length > 0) await db.updateTable("users").set(set).where("id", "=", id).execute();
    },

    /** Whether this path is a profile photo that this user registered. */
    async ownsProfileImage(userId: string, path: string): Promise<boolean> {
      const id = path.slice("/objects/".length);
      if (!isId(id)) return false;
      const row = await db
        .selectFrom("media")
        .select("id")
        .where("id", "=", id)
        .where("purpose", "=", "profile")
        .where("uploader_id", "=", userId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The squads whose pages show this person. */
    async squadsOf(userId: string): Promise<string[]> {
      const rows = await db.selectFrom("squad_members").select("squad_id").where("user_id", "=", userId).execute();
      return rows.map((row) => row.squad_id);
    },
  };
}
