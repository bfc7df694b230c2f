import * as platform from "../platform/db/connect.ts";
import type { Tables } from "./tables/tables.ts";

/** The database of the product, and a transaction in it. A store is a function of one of these. */
export type Database = platform.Database<Tables>;
export type Db = platform.Db<Tables>;
export type Tx = platform.Tx<Tables>;

/** As `connect` of the platform, to a database with our tables. */
export const connect = platform.connect<Tables>;
