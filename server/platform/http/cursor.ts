import type { z } from "zod";
import { refusedField } from "./problem.ts";

/** The cursor that continues a list after an entry with these values. */
export const cursorOf = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

/** Reads the values of such a cursor; null without one, for the first page. Throws 400 for anything else. */
export function readCursor<V>(cursor: string | undefined, shape: z.ZodType<V>): V | null {
  if (cursor === undefined) return null;
  const values = shape.safeParse(valuesOf(cursor));
  if (values.success) return values.data;
  throw refusedField("cursor", "list_not_continued", "start_from_beginning");
}

function valuesOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}
