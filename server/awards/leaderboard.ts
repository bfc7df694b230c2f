import { z } from "zod";
import type { Person } from "#contract/people.ts";
import { cursorOf, readCursor } from "../platform/http/cursor.ts";
import { type Entry, type Position, isAfter, positionOf, ranked } from "./ranks.ts";

export interface Line extends Entry {
  readonly user: Person | null;
}

/** The part of a leaderboard from which a page is cut: whole ties, because the database does not sort by name. */
export interface Lines {
  readonly lines: readonly Line[];
  /** The number of lines with more votes than any of these. */
  readonly ahead: number;
  /** The counts are hidden: the votes of these lines are stand-ins that only keep the ranks. */
  readonly hidesCounts: boolean;
}

/** A line of a page. Its votes are null if counts are hidden. */
interface Placed {
  readonly user: Person | null;
  readonly votes: number | null;
  readonly rank: number;
}

const Place = z.tuple([z.int32(), z.string(), z.string()]);

/** Reads the cursor of a leaderboard; null for the first page. Throws 400 for anything else. */
export function readBoardCursor(cursor: string | undefined): Position | null {
  const place = readCursor(cursor, Place);
  return place && { votes: place[0], name: place[1], id: place[2] };
}

export interface BoardPage {
  readonly page: readonly Placed[];
  readonly next: string | null;
}

/** Ranks the lines and cuts a page of `limit` after a position. `next` is the cursor of the next page; null on the last one. */
export function cutPage({ lines, ahead, hidesCounts }: Lines, after: Position | null, limit: number): BoardPage {
  const rest = ranked(lines, ahead).filter((entry) => !after || isAfter(entry, after));
  const page = rest.slice(0, limit);
  return {
    page: page.map(({ user, votes, rank }) => ({ user, votes: hidesCounts ? null : votes, rank })),
    next: rest.length > limit ? boardCursor(positionOf(page.at(-1)!)) : null,
  };
}

const boardCursor = ({ votes, name, id }: Position) => cursorOf([votes, name, id]);
