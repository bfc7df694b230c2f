import { parseArgs } from "node:util";

export interface Options {
  /** The rows of the table of goals to measure; null: all. */
  readonly rows: readonly number[] | null;
  readonly rounds: number;
  /** Smaller data and shorter rounds: all rows take under two minutes on an idle machine. */
  readonly quick: boolean;
  /** Adds a zip of twenty gigabytes to row 9, which takes many minutes. */
  readonly large: boolean;
  /** How long each side is under load in a round. */
  readonly roundMs: number;
  readonly json: string | null;
}

/** Reads the command line. Throws an Error with the usage. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string" },
      rounds: { type: "string" },
      quick: { type: "boolean", default: false },
      large: { type: "boolean", default: false },
      json: { type: "string" },
    },
  });
  const rows = values.rows?.split(",").map(Number) ?? null;
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 9));
  if (rows?.some((row) => !Number.isInteger(row)) || !Number.isInteger(rounds) || rounds < 1)
    throw new Error("Usage: npm run bench -- [--rows 1,3] [--rounds 9] [--quick] [--large] [--json FILE]");
  const { quick, large } = values;
  return { rows, rounds, quick, large, roundMs: quick ? 500 : 2000, json: values.json ?? null };
}
