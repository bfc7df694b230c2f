import { Problem } from "../../platform/http/problem.ts";
import type { GalleryCursor } from "./gallery-store.ts";

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Reads the cursor of a gallery: milliseconds and an id. Undefined means the first page. */
export function readGalleryCursor(cursor: string | undefined): GalleryCursor {
  if (cursor === undefined) return { takenAt: "infinity", id: lastId };
  const [, ms, id] = new RegExp(`^(-?\\d{1,15})_(${uuid})$`).exec(cursor) ?? [];
  const taken = new Date(Number(ms));
  if (!id || Number.isNaN(taken.getTime()) || taken.getUTCFullYear() < 1) throw badCursor();
  return { takenAt: taken.toISOString(), id };
}

/** Reads the cursor of a list that is ordered by id. Undefined means the first page. */
export function readIdCursor(cursor: string | undefined): string {
  if (cursor === undefined) return lastId;
  if (!new RegExp(`^${uuid}$`).test(cursor)) throw badCursor();
  return cursor;
}

const badCursor = () =>
  new Problem("invalid_input", "This list cannot be continued from here. Please start from its beginning.", {
    issues: [{ path: "cursor", message: "Not a cursor of this list" }],
  });
