import type { Person, User } from "#contract/people.ts";
import { sqlText } from "../../platform/db/sql-text.ts";
import type { Db } from "../database.ts";
import type { Row } from "./row.ts";

/** Of user `u`, without the id. */
export const personColumns = ["u.first_name", "u.last_name", "u.bio", "u.profile_image_url"] as const;
type PersonRow = Row<"people", "first_name" | "last_name" | "bio" | "profile_image_url">;

export const personOf = (id: string, row: PersonRow): Person => ({
  id,
  firstName: row.first_name,
  lastName: row.last_name,
  bio: row.bio,
  profileImageUrl: row.profile_image_url,
});

/** The user as sent to that user alone: JSON of person `u` with account `a`, which a seat has not. */
export const userJson = sqlText`json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'bio', u.bio,
  'profileImageUrl', u.profile_image_url, 'payTo', u.pay_to, 'email', a.email, 'isSeat', a.email is null)`;

/** The same of one user by id. */
export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await db
    .selectFrom("people as u")
    .leftJoin("accounts as a", "a.person_id", "u.id")
    .select([...personColumns, "u.pay_to", "a.email"])
    .where("u.id", "=", id)
    .executeTakeFirst();
  return row ? { ...personOf(id, row), payTo: row.pay_to, email: row.email, isSeat: row.email === null } : null;
}
