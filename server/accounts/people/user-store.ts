import { sql } from "kysely";
import { isId } from "#contract/id.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { findUser } from "../../schema/shapes/person.ts";

interface ProfileEdit {
  readonly bio?: string | null | undefined;
  readonly profileImageUrl?: string | null | undefined;
  readonly payTo?: string | null | undefined;
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
}

/** Adds a person with an account. False if the address is taken. */
export async function addAccount(
  tx: Tx,
  {
    id,
    firstName,
    lastName,
    ...account
  }: Omit<NewUser, "passwordHash"> & {
    readonly passwordHash: string | null;
    readonly isConfirmed: boolean;
  },
): Promise<boolean> {
  const { rows } = await sql`
    with account as (
      insert into accounts (person_id, email, email_key, password_hash, email_confirmed_at)
      values (${id}, ${account.email}, ${account.emailKey}, ${account.passwordHash}, case when ${account.isConfirmed} then now() end)
      on conflict (email_key) do nothing returning person_id)
    insert into people (id, first_name, last_name) select person_id, ${firstName}, ${lastName} from account returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Gives a person with a seat an account. False if the address is taken, or they have one. Their personal links end, and by a trigger they
 * vote where only confirmed people do.
 */
export async function keepSeat(
  tx: Tx,
  {
    id,
    email,
    emailKey,
    passwordHash,
    isConfirmed,
  }: Pick<NewUser, "id" | "email" | "emailKey"> & {
    readonly passwordHash: string | null;
    readonly isConfirmed: boolean;
  },
): Promise<boolean> {
  const { rows } =
    await sql`insert into accounts (person_id, email, email_key, password_hash, email_confirmed_at, was_invited)
    values (${id}, ${email}, ${emailKey}, ${passwordHash}, case when ${isConfirmed} then now() end, exists (select from invitations where used_by = ${id}))
    on conflict do nothing returning person_id`.execute(tx);
  if (rows.length === 0) return false;
  await tx.deleteFrom("seat_links").where("person_id", "=", id).execute();
  return true;
}

/** What else a registration does in its transaction. Returns whether the address is confirmed. */
export type Welcome = (tx: Tx, who: NewUser) => Promise<boolean>;

export type UserStore = ReturnType<typeof userStore>;

/** What people keep of themselves: their accounts, their profiles and their squads. */
export function userStore({ db, transact }: Database) {
  return {
    /** False if the address is taken. `welcome` runs in the same transaction, and returns whether the address is confirmed. */
    addUser: (who: NewUser, welcome: Welcome): Promise<boolean> =>
      transact(async (tx) => {
        if (!(await addAccount(tx, { ...who, isConfirmed: false }))) return false;
        if (await welcome(tx, who))
          await tx
            .updateTable("accounts")
            .set({ email_confirmed_at: sql`now()` })
            .where("person_id", "=", who.id)
            .execute();
        return true;
      }),

    async findAccount(emailKey: string) {
      const row = await db
        .selectFrom("accounts")
        .select(["person_id", "password_hash"])
        .where("email_key", "=", emailKey)
        .executeTakeFirst();
      return row && { id: row.person_id, passwordHash: row.password_hash };
    },

    /** Stores another hash of the same password. Does nothing if the password has changed since. */
    async replacePasswordHash(id: string, from: string, to: string): Promise<void> {
      const account = db.updateTable("accounts").set({ password_hash: to }).where("person_id", "=", id);
      await account.where("password_hash", "=", from).execute();
    },

    user: (id: string) => findUser(db, id),

    /** The squad that a user joined last. */
    async findRecentSquad(userId: string): Promise<string | undefined> {
      const mine = db.selectFrom("squad_members").select("squad_id").where("user_id", "=", userId);
      return (await mine.orderBy("id", "desc").limit(1).executeTakeFirst())?.squad_id;
    },

    async edit(id: string, { bio, profileImageUrl, payTo }: ProfileEdit) {
      const set = {
        ...(bio !== undefined && { bio: bio || null }),
        ...(profileImageUrl !== undefined && { profile_image_url: profileImageUrl }),
        ...(payTo !== undefined && { pay_to: payTo || null }),
      };
      if (Object.keys(set).length > 0)
        await transact((tx) => tx.updateTable("people").set(set).where("id", "=", id).execute());
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

    /** The trips on whose crew this person is. */
    async crewsOf(userId: string): Promise<string[]> {
      const rows = await db.selectFrom("trip_members").select("trip_id").where("user_id", "=", userId).execute();
      return rows.map((row) => row.trip_id);
    },

    /** The squads whose pages show this person. */
    async squadsOf(userId: string): Promise<string[]> {
      const rows = await db.selectFrom("squad_members").select("squad_id").where("user_id", "=", userId).execute();
      return rows.map((row) => row.squad_id);
    },
  };
}
