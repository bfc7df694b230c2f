import { z } from "zod";
import { Id, plain } from "#contract/fields.ts";
import { cursorOf, readCursor } from "../../platform/http/cursor.ts";
import type { ByName } from "./store.ts";

const Values = z.tuple([plain(200), plain(200), Id]);

/** The cursor after this person in a list by name. */
export const nameCursor = ({ firstName, lastName, id }: ByName): string => cursorOf([firstName, lastName, id]);

/** Reads such a cursor; null without one, for the first page. Throws 400 for anything else. */
export function readNameCursor(cursor: string | undefined): ByName | null {
  const values = readCursor(cursor, Values);
  return values && { firstName: values[0], lastName: values[1], id: values[2] };
}
