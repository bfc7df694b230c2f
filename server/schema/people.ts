// Decision 098: why each column that names a person is on one list.
import { namedInAwardTables } from "./tables/awards.ts";
import { namedInCostTables } from "./tables/costs.ts";
import { namedInMediaTables } from "./tables/media.ts";
import { type NamedPeople, ends, keepsId, passing, row } from "./tables/named-people.ts";
import { namedInPeopleTables } from "./tables/people.ts";
import { namedInSquadTables } from "./tables/squads.ts";
import { namedInSiteTables } from "./tables/site.ts";
import type { Tables } from "./tables/tables.ts";

/**
 * Every column that holds a person's id, with what the account's export and its deletion do. Tests compare it with the database: a new
 * column of this meaning is not forgotten, and what the list says of a deletion is what happens.
 */
export const namedPeople: NamedPeople<Tables> = {
  ...namedInPeopleTables,
  ...namedInSquadTables,
  ...namedInAwardTables,
  ...namedInCostTables,
  ...namedInMediaTables,
  ...namedInSiteTables,
  // The platform has their types.
  mail_notices: { user_id: { notExported: "Names the address of somebody else.", ...row } },
  security_lines: {
    account: {
      notExported: "The site's own log, for a week.",
      stays: "It names nobody then, and the line goes within a week.",
      ...keepsId,
    },
  },
  bounced_mails: { person_id: { ...passing("30 days"), ...ends } },
};
