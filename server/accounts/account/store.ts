import type { User } from "#contract/people.ts";
import type { Database } from "../../platform/db/connect.ts";
import { list, userJson } from "../../platform/db/json.ts";

const named = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'name', ${alias}.name) order by ${alias}.name, ${alias}.id`;
/** Without the demo squad, which is deleted without a question. */
const mySquads = "squad_members m join squads s on s.id = m.squad_id where m.user_id = u.id and s.demo_of is null";

const page = {
  name: "account_page",
  text: `select json_build_object(
      'hasPassword', u.password_hash is not null,
      'emailConfirmed', u.email_confirmed_at is not null,
      'newEmail', (select email from email_links where user_id = u.id and is_change and ended_at is null
        and coalesce(expires_at, created_at + interval '1 day') > now() order by id desc limit 1),
      'photoCount', (select count(*) from media where uploader_id = u.id and purpose = 'gallery' and not is_demo),
      'ending', json_build_object(
        'squads', ${list(named("s"), `${mySquads} and s.member_count = 1`)},
        'trips', ${list(named("t"), "trip_members m join trips t on t.id = m.trip_id where m.user_id = u.id and t.squad_id is null and t.crew_count = 1")}),
      'handOver', ${list(
        named("s"),
        `${mySquads} and m.role = 'admin' and s.member_count > 1
          and not exists (select from squad_members o where o.squad_id = s.id and o.role = 'admin' and o.user_id <> u.id)`,
      )})::text
    from sessions v join users u on u.id = v.user_id where v.token_hash = $1 and v.expires_at > now()`,
};

const user = { name: "account_user", text: `select ${userJson("u")} from users u where u.id = $1` };

export const accountStore = ({ one }: Database) => ({
  user: (id: string) => one<User>(user, [id]),
  /** JSON text. */
  page: (session: Buffer) => one<string>(page, [session]),
});
