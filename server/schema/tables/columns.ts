import type { ColumnType } from "kysely";

export type { SetByDatabase } from "../../platform/db/tables.ts";

export type Day = ColumnType<string, string, string>;

/** Read as a parsed value, written as text. */
export type Json = ColumnType<unknown, string | null, string | null>;
