import type { Person, User } from "#contract/people.ts";
import type { Db } from "../database.ts";
import type { Row } from "./row.ts";

/** Of user `u`, without the id. */
export const personColumns = ["u.first_name", "u.last_name", "u.bio", "u.profile_image_url"] as const;
type PersonRow = Row<"users", "first_name" | "last_name" | "bio" | "profile_image_url">;

export const personOf = (id: string, row: PersonRow): Person => ({
  id,
  firstName: row.first_name,
  lastName: row.last_name,
  bio: row.bio,
  profileImageUrl: row.profile_image_url,
});

/** The user as sent to that user alone. */
export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await db
    .selectFrom("users as u")
    .select([...personColumns, "u.email"])
    .where("u.id", "=", id)
    .executeTakeFirst();
  return row ? { ...personOf(id, row), email: row.email } : null;
}
