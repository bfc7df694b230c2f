import type { CategoryPatch } from "#contract/categories.ts";
import type { Tx } from "../platform/db/connect.ts";

/** Changes the fields of an award that `patch` names. */
export async function editCategory(tx: Tx, id: string, { order, ...patch }: CategoryPatch): Promise<void> {
  const set = { ...patch, ...(order !== undefined && { position: order }) };
  if (Object.keys(set).length > 0) await tx.updateTable("categories").set(set).where("id", "=", id).execute();
}
