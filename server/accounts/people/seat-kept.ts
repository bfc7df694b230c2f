import type { Activity } from "../../schema/activity.ts";
import type { UserStore } from "./user-store.ts";

/** Tells the pages of somebody who has kept their seat, and of the crews on which they vote from now on. */
export async function tellSeatKept(
  activity: Activity,
  { crewsOf }: Pick<UserStore, "crewsOf">,
  userId: string,
): Promise<void> {
  activity.tell("account_changed", { person: userId });
  activity.tell("crew_changed", { trip: await crewsOf(userId) });
}
