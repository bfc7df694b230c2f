// Decision 113: who runs the site, and how long their proof lasts.
import { emailKey } from "../platform/mail/email-key.ts";
import { sqlText } from "../platform/db/sql-text.ts";
import type { Database } from "../schema/database.ts";

/** Knows the site admins: people whose account has one of the addresses of `ADMINS`, confirmed at present. */
export interface SiteAdmins {
  has(userId: string): Promise<boolean>;
  /**
   * Whether the session of this token was proven to be its owner's within the last ten minutes, by a login, a password or a passkey. Null for
   * everybody but a site admin.
   */
  isProven(session: Buffer): Promise<boolean | null>;
}

const isAdmin = sqlText`a.email_key = any($2) and a.email_confirmed_at is not null`;

const ofPerson = {
  name: "site_admin",
  text: sqlText`select exists (select from accounts a where a.person_id = $1 and ${isAdmin})`,
};
const ofSession = {
  name: "site_admin_by_token",
  // `greatest` leaves out nulls.
  text: sqlText`select greatest(s.created_at, s.proved_at, s.passkey_proved_at) > now() - interval '10 minutes'
    from viewer_of($1) v join accounts a on a.person_id = v.user_id join sessions s on s.token_hash = $1 where ${isAdmin}`,
};

/** Opens the site admins of these addresses. Without an address it asks the database nothing. */
export function openSiteAdmins({ one }: Database, addresses: readonly string[]): SiteAdmins {
  const keys = addresses.map(emailKey);
  return {
    has: async (userId) => keys.length > 0 && ((await one<boolean>(ofPerson, [userId, keys])) ?? false),
    isProven: async (session) =>
      keys.length === 0 ? null : ((await one<boolean>(ofSession, [session, keys])) ?? null),
  };
}
