import type { Tx } from "../schema/database.ts";
import type { Ground } from "../schema/ground.ts";
import { booksRightsStore } from "./access-store.ts";
import type { WrittenCost } from "./costs.ts";
import { noteChange } from "./note-change-store.ts";
import { type StoredCost, costThen } from "./stored-cost.ts";
import { type CostWrites, costWrites } from "./writes-store.ts";

/** Runs a write of a cost in a transaction, with its line in the history, its news and its hints. */
export type WriteCost = (
  tripId: string,
  write: (writes: CostWrites, tx: Tx) => Promise<WrittenCost>,
) => Promise<WrittenCost>;

/** Opens the one way in which costs are written. Nothing is noted of a write that changed nothing. */
export function openCostWriting({ database, activity }: Pick<Ground, "database" | "activity">): WriteCost {
  return (tripId, write) =>
    database.transact(async (tx) => {
      const writes = costWrites(tx);
      const { readersOf } = booksRightsStore(tx);
      const readers = await readersOf(tripId);
      const written = await write(writes, tx);
      const { access, people, before, after, isUndo = false } = written;
      const cost = after ?? before;
      if (!cost || before?.version === after?.version) return written;
      const then = async (one: StoredCost | null) =>
        one && costThen(one, await writes.rowOf(tripId, one.writtenBy), access.currency ?? one.currency);
      await noteChange(tx, {
        kind: "cost",
        tripId,
        thingId: cost.id,
        by: access.userId,
        before: await then(before),
        after: await then(after),
      });
      // Whoever could see the books before, or can see them by now.
      const now = await readersOf(tripId);
      const known = new Set([access.userId, ...(before?.shares ?? []).map((one) => one.person)]);
      const added = new Set((after?.shares ?? []).map((one) => one.person).filter((one) => !known.has(one)));
      const to = people
        .filter((one) => !isUndo && added.has(one.id) && now.includes(one.id) && !one.isExpected)
        .map(({ id }) => id);
      await activity.note(tx, "cost_shared", { trip: tripId, actor: access.userId, to, person: [...readers, ...now] });
      return written;
    });
}
