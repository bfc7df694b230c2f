import { sql } from "kysely";
import { Id } from "#contract/fields.ts";
import type { RegistrationMode } from "#contract/screens.ts";
import type { Database } from "../../platform/db/connect.ts";
import { hashInviteCode } from "../../platform/secrets/invite-code.ts";

/** An invitation as a newcomer brings it: the code of its link, and the squad or trip that the link names. */
export interface BroughtInvitation {
  readonly code: string | undefined;
  readonly placeId: string | undefined;
}

/** Why an account is not created. */
export const registrationRefusals = {
  invited: "New accounts are by invitation here. Please open the link of your invitation, and register from there.",
  closed: "New accounts are closed here. If you have one already, please log in.",
} as const;

/** Whether somebody with this invitation may create an account. An open personal invitation counts, and the link of a squad. */
export async function mayRegister(
  { db }: Pick<Database, "db">,
  mode: RegistrationMode,
  { code, placeId }: BroughtInvitation,
): Promise<boolean> {
  if (mode === "open") return true;
  if (mode === "closed" || code === undefined) return false;
  const { rows } = await sql<{ isInvited: boolean }>`select
      exists (select from invitation_codes c join invitations i on i.id = c.invitation_id
        where c.code_hash = ${hashInviteCode(code)} and i.used_at is null and i.ended_at is null and i.expires_at > now())
      or exists (select from squads where id = ${Id.safeParse(placeId).data ?? null} and invite_code = ${code})
    as "isInvited"`.execute(db);
  return rows[0]?.isInvited ?? false;
}

/** The invitation in the path of a join page; without one, both fields are undefined. */
export function invitationIn(path: string): BroughtInvitation {
  const { pathname, searchParams } = new URL(path, "http://here.invalid");
  const placeId = /^\/join-squad\/([^/]+)$/.exec(pathname)?.[1];
  return { placeId, code: placeId === undefined ? undefined : (searchParams.get("invite") ?? undefined) };
}
