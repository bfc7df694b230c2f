import { type Figure } from "./figure.ts";
import { readOptions } from "./options.ts";
import type { Bench } from "./pair.ts";
import { buildOurs } from "./programs.ts";
import { openWorkspace } from "./workspace.ts";
import { takeDisturbed } from "./rounds.ts";
import { machineLoad, table, writeJson } from "./report.ts";
import { measureBackup } from "./rows/backup.ts";
import { measureBytes } from "./rows/bytes.ts";
import { measureCosts } from "./rows/costs.ts";
import { measureDashboard } from "./rows/dashboard.ts";
import { measureFirstDemo } from "./rows/first-demo.ts";
import { measureGallery } from "./rows/gallery.ts";
import { measureHeic } from "./rows/heic.ts";
import { measureIngest } from "./rows/ingest.ts";
import { measureInbox } from "./rows/inbox.ts";
import { measureJoin } from "./rows/join.ts";
import { measureLeaderboard } from "./rows/leaderboard.ts";
import { measureLighthouse } from "./rows/lighthouse.ts";
import { measureNights } from "./rows/nights.ts";
import { measureDownloads } from "./rows/downloads.ts";
import { measureOutline } from "./rows/outline.ts";
import { measureSecondVisit } from "./rows/second-visit.ts";
import { measurePushes } from "./rows/pushes.ts";
import { measureShowFrames } from "./rows/show-frames.ts";
import { measureStart } from "./rows/start.ts";
import { measureStore } from "./rows/store.ts";
import { measureStrangers } from "./rows/strangers.ts";
import { measureThumbnails } from "./rows/thumbnails.ts";
import { measureTimeline } from "./rows/timeline.ts";
import { measureUploads } from "./rows/uploads.ts";
import { measureVotes } from "./rows/votes.ts";
import { measureLargeZip } from "./rows/zip-large.ts";
import { measureZipList } from "./rows/zip-list.ts";
import { measureZip } from "./rows/zip.ts";

const rows: readonly { readonly row: number; readonly measure: (bench: Bench) => Promise<Figure[]> }[] = [
  { row: 1, measure: measureDashboard },
  { row: 3, measure: measureGallery },
  { row: 4, measure: measureOutline },
  { row: 4, measure: measureTimeline },
  { row: 5, measure: measureThumbnails },
  { row: 5, measure: measureHeic },
  { row: 6, measure: measureUploads },
  { row: 7, measure: measureIngest },
  { row: 9, measure: measureZip },
  { row: 9, measure: measureLargeZip },
  { row: 10, measure: measureDownloads },
  { row: 12, measure: measureVotes },
  { row: 13, measure: measureLeaderboard },
  { row: 14, measure: measureStart },
  { row: 14, measure: measureFirstDemo },
  { row: 15, measure: measureBytes },
  { row: 15, measure: measureJoin },
  { row: 15, measure: measureLighthouse },
  { row: 18, measure: measureStore },
  { row: 19, measure: measureStrangers },
  { row: 20, measure: measureNights },
  { row: 20, measure: measureShowFrames },
  { row: 21, measure: measureBackup },
  { row: 22, measure: measureInbox },
  { row: 23, measure: measurePushes },
  { row: 24, measure: measureSecondVisit },
  { row: 25, measure: measureZipList },
  { row: 26, measure: measureCosts },
];

/** Measures the requested rows and prints them. A missed goal is no failure: only an error ends it with 1. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  await buildOurs();
  const workspace = await openWorkspace();
  // The children end with this process; here the files are removed.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void workspace.close().finally(() => process.exit(130)));
  const figures: Figure[] = [];
  try {
    for (const { row, measure } of rows) {
      if (options.rows && !options.rows.includes(row)) continue;
      process.stderr.write(`Row ${row} … (${machineLoad()})\n`);
      const startedAt = performance.now();
      takeDisturbed();
      const measured = await measure({ workspace, options });
      const { disturbed, rounds } = takeDisturbed();
      figures.push(...measured.map((figure) => ({ ...figure, disturbed: disturbed / Math.max(1, rounds) })));
      process.stderr.write(`  took ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
    }
  } finally {
    await workspace.close();
  }
  process.stdout.write(`${table(figures)}\n`);
  if (options.json) await writeJson(options.json, figures);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
