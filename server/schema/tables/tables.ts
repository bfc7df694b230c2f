import type { PlatformTables } from "../../platform/db/tables.ts";
import type { AwardTables } from "./awards.ts";
import type { SquadTables } from "./squads.ts";
import type { CostTables } from "./costs.ts";
import type { MediaTables } from "./media.ts";
import type { PeopleTables } from "./people.ts";
import type { SiteTables } from "./site.ts";

/** The columns of all tables, as Kysely reads and writes them. A test compares them with the database. */
export interface Tables
  extends PlatformTables, PeopleTables, SquadTables, AwardTables, CostTables, MediaTables, SiteTables {}
