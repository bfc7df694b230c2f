import { writeFile } from "node:fs/promises";
import os from "node:os";
import { type Figure, goalText, isMet } from "./figure.ts";
import { median } from "./rounds.ts";

const columns = ["row", "what", "ratio", "lowest–highest", "by CPU", "in PostgreSQL", "goal", "met", "disturbed"];

/** The figures as a table for a terminal. */
export function table(figures: readonly Figure[]): string {
  const lines = [columns, ...figures.map(cells)];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cells(figure: Figure): string[] {
  const { row, what, ratios, byCpu, inPostgres, goal, disturbed } = figure;
  return [
    String(row),
    what,
    short(median(ratios)),
    `${short(Math.min(...ratios))}–${short(Math.max(...ratios))}`,
    byCpu ? short(median(byCpu)) : "",
    inPostgres ? `${Math.round(100 * median(inPostgres))} %` : "",
    goalText(goal),
    goal === null ? "" : isMet(figure) ? "yes" : "no",
    disturbed ? `${Math.round(100 * disturbed)} %` : "",
  ];
}

const short = (ratio: number) => (ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2));

/** How busy the machine is, in words: the load average per core. */
export const machineLoad = () =>
  `${(os.loadavg()[0]! / os.availableParallelism()).toFixed(1)} processes a core over the last minute`;

/** Writes the figures as JSON, for other programs. */
export async function writeJson(file: string, figures: readonly Figure[]): Promise<void> {
  const all = figures.map((figure) => ({ ...figure, median: median(figure.ratios), isMet: isMet(figure) }));
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
