// Decision 002: why boards are read in batches.
import { batchCalls } from "../platform/db/batch-calls.ts";
import { isUnreachable } from "../platform/db/connect.ts";
import type { Database } from "../schema/database.ts";
import { personOf } from "../schema/shapes/person.ts";
import { sqlText } from "../platform/db/sql-text.ts";
import { type BoardPage, type Line, cutPage } from "./leaderboard.ts";
import type { Position } from "./ranks.ts";

type PersonRow = Parameters<typeof personOf>[1];
/** The columns of the user are null if their account was deleted. */
type UserRow = { readonly [C in keyof PersonRow]: PersonRow[C] | null } & { readonly user_id: string | null };

const hasUser = <R extends Pick<UserRow, "user_id">>(row: R): row is R & PersonRow & { user_id: string } =>
  row.user_id !== null;

export const lineOf = (id: string, row: UserRow & { readonly votes: number }): Line => ({
  id,
  votes: row.votes,
  user: hasUser(row) ? personOf(row.user_id, row) : null,
});

/** No line has more votes. */
const maxVotes = 2 ** 31 - 1;
/** How many requests one statement answers at most. */
const maxTogether = 64;

interface Asked {
  readonly session: Buffer;
  /** The award, or the trip. */
  readonly id: string;
  readonly after: Position | null;
  readonly limit: number;
}

/**
 * The lines from which a page of each asked board is cut: all that tie with the position, the next `limit` + 1, and all that tie with the
 * last of these. Viewers who ask for the same page share its lines. `offset 0` has PostgreSQL look up each row by its key: it does not know
 * how few are asked for.
 */
const linesOf = {
  award: {
    name: "award_lines",
    text: boardText(
      sqlText`select c.hides_counts from categories c cross join rights_in(v.user_id, null, c.trip_id) r
        where c.id = asked.id and r.may_see and (r.is_member or c.completed_at is not null)`,
      sqlText`select t.nominee_id as id, t.votes from tallies t where t.category_id = page.id`,
    ),
  },
  trip: {
    name: "trip_lines",
    text: boardText(
      sqlText`select exists (select from categories c where c.trip_id = asked.id and c.hides_counts) as hides_counts
        from rights_in(v.user_id, null, asked.id) r where r.may_see`,
      sqlText`select s.user_id as id, s.votes from standings s where s.trip_id = page.id`,
    ),
  },
};

function boardText(visible: ReturnType<typeof sqlText>, lines: ReturnType<typeof sqlText>) {
  return sqlText`with page as materialized (
      select asked.id, asked.votes, asked.most, bool_or(seen.hides_counts) as hides_counts, array_agg(asked.n)::int[] as numbers
      from unnest($1::bytea[], $2::uuid[], $3::int[], $4::int[]) with ordinality as asked(session, id, votes, most, n)
      cross join viewer_of(asked.session) v cross join lateral (${visible} offset 0) seen
      group by asked.id, asked.votes, asked.most
    )
    select page.numbers, page.hides_counts, passed.ahead, y.id, y.votes, u.id, u.first_name, u.last_name, u.bio, u.profile_image_url
    from page
      cross join lateral (select count(*) filter (where l.votes > page.votes)::int ahead, count(*) filter (where l.votes = page.votes) tied
        from (${lines} and votes >= page.votes) l) passed
      left join lateral (${lines} and votes <= page.votes order by votes desc fetch first (page.most + 1 + passed.tied) rows with ties) y on true
      left join lateral (select u.* from person_now(y.id) n join people u on u.id = n.id offset 0) u on true`;
}

type Row = [
  numbers: number[],
  hidesCounts: boolean,
  ahead: number,
  /** Null if the board has no lines. */
  id: string | null,
  votes: number,
  user_id: string | null,
  first_name: string | null,
  last_name: string | null,
  bio: string | null,
  profile_image_url: string | null,
];

export function boardStore({ rows }: Database) {
  const readBoards = (board: keyof typeof linesOf) =>
    batchCalls<Asked, BoardPage | null>(
      maxTogether,
      async (all) => {
        const found = await rows<Row>(linesOf[board], [
          all.map(({ session }) => session),
          all.map(({ id }) => id),
          all.map(({ after }) => after?.votes ?? maxVotes),
          all.map(({ limit }) => limit),
        ]);
        const pages = Map.groupBy(found, ([numbers]) => numbers.join());
        const answers = Array<BoardPage | null>(all.length).fill(null);
        for (const page of pages.values()) {
          const [numbers, hidesCounts, ahead] = page[0]!;
          const lines = page.flatMap(([, , , id, votes, user_id, first_name, last_name, bio, profile_image_url]) =>
            id === null ? [] : [lineOf(id, { votes, user_id, first_name, last_name, bio, profile_image_url })],
          );
          let first: BoardPage | undefined;
          for (const n of numbers) {
            const { after, limit } = all[n - 1]!;
            const cut = () => cutPage({ lines, ahead, hidesCounts }, after, limit);
            // All viewers of a first page get the same one.
            answers[n - 1] = after === null ? (first ??= cut()) : cut();
          }
        }
        return answers;
      },
      isUnreachable,
    );
  const [award, trip] = [readBoards("award"), readBoards("trip")];
  return {
    /** A page of an award's leaderboard, which has lines once the award is complete. Null when the award is hidden from this session. */
    leaderboard: (session: Buffer, id: string, after: Position | null, limit: number) =>
      award({ session, id, after, limit }),
    /** A page of the votes over all complete awards of a trip. Null when the trip is hidden from this session. */
    overall: (session: Buffer, id: string, after: Position | null, limit: number) =>
      trip({ session, id, after, limit }),
  };
}
