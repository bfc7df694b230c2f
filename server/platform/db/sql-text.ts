// Decision 002: which statements are texts of our own, and why no other string becomes part of them.
declare const made: unique symbol;

/** The text of a statement, or a part of one, that stands in the source. Only the functions here make it. */
export type SqlText = string & { readonly [made]: "sql" };

/** Tags the text of a statement. Parts are texts of the same kind and numbers; values go beside the statement, as `$1`. */
export function sqlText(strings: TemplateStringsArray, ...parts: readonly (SqlText | number)[]): SqlText {
  return String.raw({ raw: strings }, ...parts) as SqlText;
}

/** A constant of ours as an SQL string. */
export const quoted = (constant: string): SqlText => `'${constant.replaceAll("'", "''")}'` as SqlText;

/** An ISO timestamp with milliseconds, as `Date.prototype.toJSON` writes it. */
export const timestamp = (column: SqlText): SqlText => sqlText`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A JSON array of `expression` over a subquery, `[]` when it has no rows. */
export const list = (expression: SqlText, from: SqlText): SqlText =>
  sqlText`(select coalesce(json_agg(${expression}), '[]') from ${from})`;
