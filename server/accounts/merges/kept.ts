/** Rows that a merge has moved, by their keys, and rows that ended with it, whole. */
export interface Taken {
  readonly moved: readonly Record<string, unknown>[];
  readonly ended: readonly Record<string, unknown>[];
}

/** What a merge keeps for its undoing: the rows by table and column, and the open awards in which the person had voted. */
export interface Kept {
  readonly rows: Readonly<Record<string, Taken>>;
  readonly votedIn: readonly string[];
}

/** What tells a row from others of its column, whomever the column names. A place on a crew has a new id after each undoing. */
function keyOfRow(name: string, row: Record<string, unknown>): string {
  if (name === "trip_members.user_id") return String(row["trip_id"]);
  const column = name.split(".")[1];
  return JSON.stringify(
    Object.entries(row)
      .filter(([key]) => key !== column)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * What a later merge keeps once an earlier one is undone: no longer the rows that go back to that person. They may come into the same
 * account again, and the undoing of the later merge would take them along.
 */
export function withoutReturned(later: Kept, returned: Kept, personId: string): Kept {
  const rows = Object.entries(later.rows).map(([name, { moved, ended }]) => {
    const back = new Set((returned.rows[name]?.moved ?? []).map((row) => keyOfRow(name, row)));
    const isBack = (row: Record<string, unknown>) =>
      back.has(keyOfRow(name, row)) || (name === "merges.into_id" && row["person_id"] === personId);
    return [name, { moved: moved.filter((row) => !isBack(row)), ended }] as const;
  });
  return { ...later, rows: Object.fromEntries(rows) };
}
