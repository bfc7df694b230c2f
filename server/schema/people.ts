// Decision 098: why each column that names a person is on one list.
import { namedInAwardTables } from "./tables/awards.ts";
import { namedInMediaTables } from "./tables/media.ts";
import { type NamedPeople, row } from "./tables/named-people.ts";
import { namedInPeopleTables } from "./tables/people.ts";
import { namedInSquadTables } from "./tables/squads.ts";
import type { Tables } from "./tables/tables.ts";

/**
 * Every column that holds a person's id, with what the account's export and its deletion do. Tests compare it with the database: a new
 * column of this meaning is not forgotten, and what the list says of a deletion is what happens.
 */
export const namedPeople: NamedPeople<Tables> = {
  ...namedInPeopleTables,
  ...namedInSquadTables,
  ...namedInAwardTables,
  ...namedInMediaTables,
  // The platform has its type.
  mail_notices: { user_id: { notExported: "Names the address of somebody else.", ...row } },
};
