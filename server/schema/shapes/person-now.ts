import { sql } from "kysely";

/** Who the person in a column is now, for results that name somebody who was merged (the SQL function `person_now`). */
export const personNow = (column: string) =>
  sql<string | null>`(select now.id from person_now(${sql.ref(column)}) now)`;
