import type { PlatformTables } from "../../platform/db/tables.ts";
import type { AwardTables } from "./awards.ts";
import type { CountTables } from "./counts.ts";
import type { GalleryTables } from "./galleries.ts";
import type { InvitationTables } from "./invitations.ts";
import type { LibraryTables } from "./library.ts";
import type { MediaTables } from "./media.ts";
import type { NightTables } from "./nights.ts";
import type { PeopleTables } from "./people.ts";
import type { ReceiptTables } from "./receipts.ts";
import type { SignInTables } from "./sign-in.ts";
import type { SiteTables } from "./site.ts";
import type { SquadTables } from "./squads.ts";
import type { TripTables } from "./trips.ts";
import type { UploadTables } from "./uploads.ts";

/** The columns of all tables, as Kysely reads and writes them. A test compares them with the database. */
export interface Tables
  extends
    PlatformTables,
    PeopleTables,
    SignInTables,
    SquadTables,
    TripTables,
    AwardTables,
    NightTables,
    ReceiptTables,
    UploadTables,
    MediaTables,
    GalleryTables,
    InvitationTables,
    LibraryTables,
    CountTables,
    SiteTables {}
