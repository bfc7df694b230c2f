import type { Selectable } from "kysely";
import type { Tables } from "../tables/tables.ts";

/** These columns of a table, as they are read. */
export type Row<T extends keyof Tables, C extends keyof Selectable<Tables[T]>> = Pick<Selectable<Tables[T]>, C>;
