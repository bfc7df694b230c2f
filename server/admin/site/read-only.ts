import type { ReadOnly } from "#contract/admin.ts";
import type { ReadOnlySite } from "../../platform/http/read-only.ts";
import { turnOff, turnOn } from "../../platform/http/read-only-store.ts";
import type { Database } from "../../schema/database.ts";
import { type Actor, noteAction } from "../actions/store.ts";

/** Switches the whole site, and writes that down. Turning off a site that takes writes already is no action. */
export const switchReadOnly = ({ transact }: Database, by: Actor, isOn: boolean, message: string | null) =>
  transact(async (tx) => {
    if (isOn) {
      await turnOn(tx, message);
      await noteAction(tx, { action: "read_only_on", by, detail: message });
    } else if (await turnOff(tx)) await noteAction(tx, { action: "read_only_off", by });
  });

/** The state as pages show it. */
export async function shownState(site: ReadOnlySite): Promise<ReadOnly | null> {
  const state = await site();
  return state && { since: state.since.toJSON(), message: state.message };
}
