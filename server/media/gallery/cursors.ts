import { idPattern, isId } from "#contract/id.ts";
import { refusedField } from "../../platform/http/problem.ts";
import type { GalleryCursor } from "./gallery-store.ts";
import { lastId } from "../../platform/db/id.ts";

/** PostgreSQL reads the ISO form of a year only with four digits. */
const maxYear = 9999;
const form = new RegExp(`^(-?\\d{1,15})_(${idPattern})$`);

/** Reads the cursor of a gallery: milliseconds and an id. Undefined means the first page. */
export function readGalleryCursor(cursor: string | undefined): GalleryCursor {
  if (cursor === undefined) return { takenAt: "infinity", id: lastId };
  const [, ms, id] = form.exec(cursor) ?? [];
  const taken = new Date(Number(ms));
  const year = taken.getUTCFullYear();
  // Also refuses a time that is no date, whose year is NaN.
  if (!id || !(year >= 1 && year <= maxYear)) throw badCursor();
  return { takenAt: taken.toISOString(), id };
}

/** Reads the cursor of a list that is ordered by id. Undefined means the first page. */
export function readIdCursor(cursor: string | undefined): string {
  if (cursor === undefined) return lastId;
  if (!isId(cursor)) throw badCursor();
  return cursor;
}

const badCursor = () => refusedField("cursor", "list_not_continued", "start_from_beginning");
