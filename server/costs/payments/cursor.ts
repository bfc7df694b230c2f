import { isId } from "#contract/id.ts";
import { lastId } from "../../platform/db/id.ts";
import { refusedField } from "../../platform/http/problem.ts";

/** Reads the cursor of a list of payments, an id. Without one the list begins with the latest. */
export function readIdCursor(cursor: string | undefined): string {
  if (cursor === undefined) return lastId;
  if (!isId(cursor)) throw refusedField("cursor", "list_not_continued", "start_from_beginning");
  return cursor;
}
