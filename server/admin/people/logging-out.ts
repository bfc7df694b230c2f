import { endAccess } from "../../accounts/sessions/end-access-store.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { Database } from "../../schema/database.ts";
import { type Actor, noteAction } from "../actions/store.ts";
import { findAccount } from "./account-store.ts";

/** Ends all sessions and mailed links of somebody with an account, and writes that down. 409 for a seat, which has no other way in. */
export const logOutPerson = ({ transact }: Database, by: Actor, personId: string): Promise<void> =>
  transact(async (tx) => {
    const found = await findAccount(tx, personId);
    if (found === "missing") throw notFound();
    if (found === "seat") throw new Problem("conflict", "seat_not_logged_out");
    await endAccess(tx, personId, null);
    await noteAction(tx, { action: "sessions_ended", by, personId });
  });
