import { type RawBuilder, sql } from "kysely";
import type { Database } from "../platform/db/connect.ts";
import { personOf } from "../platform/db/shapes.ts";
import type { Line, Lines } from "./leaderboard.ts";
import type { Position } from "./tally.ts";

type PersonRow = Parameters<typeof personOf>[1];
/** Joined from the left: without lines `id` is null, and of a deleted account everything about the user. */
type LineRow = { readonly [C in keyof PersonRow]: PersonRow[C] | null } & {
  id: string | null;
  user_id: string | null;
  votes: number;
  ahead: number;
};

const hasUser = <R extends Pick<LineRow, "user_id">>(row: R): row is R & PersonRow & { user_id: string } =>
  row.user_id !== null;

export const lineOf = (id: string, row: Omit<LineRow, "id" | "ahead">): Line => ({
  id,
  votes: row.votes,
  user: hasUser(row) ? personOf(row.user_id, row) : null,
});

/** Null when the statement found no award or trip that its viewer may see. */
const linesOf = (rows: readonly LineRow[]): Lines | null =>
  rows.length === 0
    ? null
    : {
        lines: rows.flatMap((row) => (row.id === null ? [] : [lineOf(row.id, row)])),
        ahead: rows[0]!.ahead,
      };

/** More than the votes of any line. */
const maxVotes = 2 ** 31 - 1;

/** From which lines a page of a leaderboard is cut: those with fewer votes than `after`, and all that tie with it or with the last one. */
function selectLines(board: "tallies" | "standings", owner: RawBuilder<string>, after: Position | null, limit: number) {
  const [ownerColumn, personColumn] =
    board === "tallies" ? (["category_id", "nominee_id"] as const) : (["trip_id", "user_id"] as const);
  const from = sql`${sql.table(board)} where ${sql.ref(ownerColumn)} = ${owner}`;
  const votes = sql`${after?.votes ?? maxVotes}::int`;
  return sql`(select count(*) filter (where votes > ${votes}) ahead, count(*) filter (where votes = ${votes}) tied
      from ${from} and votes >= ${votes}) passed
    left join lateral (select ${sql.ref(personColumn)} id, votes from ${from} and votes <= ${votes}
      order by votes desc fetch first (${limit}::int + 1 + passed.tied) rows with ties) y on true
    left join users u on u.id = y.id`;
}

const lineColumns = sql`y.id, y.votes, passed.ahead, u.id user_id, u.first_name, u.last_name, u.bio, u.profile_image_url`;

export const boardStore = ({ db }: Database) => ({
  /** Lines of an award, which exist once it is complete. Null when the award is hidden from this session. */
  async leaderboard(session: Buffer, id: string, after: Position | null, limit: number) {
    const { rows } = await sql<LineRow>`
      select ${lineColumns}
      from viewer_of(${session}) v cross join categories c cross join rights_in(v.user_id, null, c.trip_id) r
        cross join lateral ${selectLines("tallies", sql`${id}::uuid`, after, limit)}
      where c.id = ${id} and r.may_see`.execute(db);
    return linesOf(rows);
  },
  /** Votes over all complete awards of a trip. Null when the trip is hidden from this session. */
  async overall(session: Buffer, tripId: string, after: Position | null, limit: number) {
    const { rows } = await sql<LineRow>`
      select ${lineColumns}
      from viewer_of(${session}) v cross join rights_in(v.user_id, null, ${tripId}) r
        cross join lateral ${selectLines("standings", sql`${tripId}::uuid`, after, limit)}
      where r.may_see`.execute(db);
    return linesOf(rows);
  },
});
