import { printLine } from "./command.ts";

type Value = string | number | boolean | Date | null | undefined;

/** Prints things as a table: a line with the names of their fields, and one for each. Moments are cut to minutes. */
export function printTable(things: readonly Readonly<Record<string, Value>>[]): void {
  if (things.length === 0) return printLine("None.");
  const lines = [Object.keys(things[0]!), ...things.map((thing) => Object.values(thing).map(shown))];
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  for (const line of lines)
    printLine(
      line
        .map((text, i) => text.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    );
}

function shown(value: Value): string {
  if (value === null || value === undefined) return "-";
  const text = value instanceof Date ? value.toJSON() : String(value);
  return text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/, "$1 $2");
}
