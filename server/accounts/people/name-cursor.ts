import { isId } from "#contract/id.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { ByName } from "./store.ts";

/** The cursor after this person in a list by name. */
export const nameCursor = ({ firstName, lastName, id }: ByName): string =>
  Buffer.from(JSON.stringify([firstName, lastName, id])).toString("base64url");

/** Reads such a cursor; null without one, for the first page. Throws 400 for anything else. */
export function readNameCursor(cursor: string | undefined): ByName | null {
  if (cursor === undefined) return null;
  const parts = partsOf(cursor);
  if (Array.isArray(parts) && parts.length === 3) {
    const [firstName, lastName, id] = parts as unknown[];
    if (isName(firstName) && isName(lastName) && typeof id === "string" && isId(id)) return { firstName, lastName, id };
  }
  throw new Problem("invalid_input", "This list cannot be continued from here. Please start from its beginning.", {
    issues: [{ path: "cursor", message: "Please start from the beginning" }],
  });
}

/** PostgreSQL refuses a text with U+0000. */
const isName = (part: unknown): part is string => typeof part === "string" && !part.includes("\0");

function partsOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}
