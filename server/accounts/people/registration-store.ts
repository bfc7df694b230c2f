import { sql } from "kysely";
import { Id } from "#contract/fields.ts";
import type { RegistrationMode } from "#contract/overviews.ts";
import type { Db, Tx } from "../../schema/database.ts";
import { hashInviteCode } from "../../platform/secrets/invite-code.ts";

/** An invitation as a newcomer brings it: the code of its link, and the squad or trip that the link names. */
export interface BroughtInvitation {
  readonly code: string | undefined;
  readonly placeId: string | undefined;
}

/** Why an account is not created. */
export const registrationRefusals = {
  invited: "registration_by_invitation",
  closed: "registration_closed",
} as const;

/** The open personal invitation `i` with this code, with which nobody has registered yet. */
const isFree = (code: string) =>
  sql`i.id = (select invitation_id from invitation_codes where code_hash = ${hashInviteCode(code)})
    and i.claimed_at is null and i.used_at is null and i.ended_at is null and i.expires_at > now()`;

/** Whether this is the link of a squad, with its code. */
export async function isSquadLink(db: Db, { code, placeId }: BroughtInvitation): Promise<boolean> {
  const squadId = Id.safeParse(placeId).data;
  if (squadId === undefined || code === undefined) return false;
  const found = db.selectFrom("squads").select("id").where("id", "=", squadId).where("invite_code", "=", code);
  return (await found.executeTakeFirst()) !== undefined;
}

/**
 * Whether somebody with this invitation may create an account. An open personal invitation counts, and the link of a squad. Only
 * `claimInvitation` decides; this spares the work of a registration that it would refuse.
 */
export async function mayRegister(db: Db, mode: RegistrationMode, brought: BroughtInvitation): Promise<boolean> {
  if (mode === "open") return true;
  const { code } = brought;
  if (mode === "closed" || code === undefined) return false;
  const { rows } = await sql`select from invitations i where ${isFree(code)}`.execute(db);
  return rows.length > 0 || isSquadLink(db, brought);
}

/**
 * Takes a personal invitation for a new account, in the transaction that makes the account: of two at once, the second waits here and
 * finds it taken. Returns whether the account may be created, and the address to which the invitation was mailed.
 */
export async function claimInvitation(
  tx: Tx,
  mode: RegistrationMode,
  brought: BroughtInvitation,
  userId: string,
): Promise<{ readonly mayRegister: boolean; readonly mailedTo: string | null }> {
  const { code } = brought;
  if (mode === "closed") return { mayRegister: false, mailedTo: null };
  if (code !== undefined) {
    const { rows } = await sql<{ mailedTo: string }>`update invitations i set claimed_at = now(), claimed_by = ${userId}
      where ${isFree(code)} returning email_key as "mailedTo"`.execute(tx);
    if (rows[0]) return { mayRegister: true, mailedTo: rows[0].mailedTo };
  }
  return { mayRegister: mode === "open" || (await isSquadLink(tx, brought)), mailedTo: null };
}

/** The invitation in the path of a join page; without one, both fields are undefined. */
export function invitationIn(path: string): BroughtInvitation {
  const { pathname, searchParams } = new URL(path, "http://here.invalid");
  const placeId = /^\/join-squad\/([^/]+)$/.exec(pathname)?.[1];
  return { placeId, code: placeId === undefined ? undefined : (searchParams.get("invite") ?? undefined) };
}
