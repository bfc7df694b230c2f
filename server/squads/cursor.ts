import { isId } from "#contract/id.ts";

/** Reads a cursor that is an id. Returns `fallback` for anything else. */
export const idOr = (cursor: string | undefined, fallback: string) => (cursor && isId(cursor) ? cursor : fallback);
