import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ask, embeddedRig } from "../../../testing/embedded-rig.ts";
import { exchange } from "./exchange.ts";

const { newFolder, usedFolder, open } = embeddedRig();

/** A data directory whose database has a table, and what a start there logs. */
async function startAfter(change: (home: string) => void) {
  const home = usedFolder();
  const before = await open(home);
  await ask(before.connection, "create table waves (height int)");
  await before.stop();
  change(home);
  const lines: string[] = [];
  const { connection } = await open(home, { log: (line) => lines.push(line) });
  const waves = await ask(connection, "select count(*)::int as value from waves");
  return { waves, lines, folders: readdirSync(home).filter((name) => /^(pgdata|upgrade)/.test(name)) };
}

test("new files take the place of the old ones, which are kept", () => {
  const home = newFolder();
  for (const name of ["pgdata/old", "upgrade-1/pgdata/new"]) mkdirSync(path.join(home, name), { recursive: true });
  exchange(home, path.join(home, "upgrade-1/pgdata"), 17);
  expect(readdirSync(home).toSorted()).toEqual(["pgdata", "pgdata-17", "upgrade-1"]);
  expect([existsSync(path.join(home, "pgdata/new")), existsSync(path.join(home, "pgdata-17/old"))]).toEqual([
    true,
    true,
  ]);
});

test("a start after a kill between the two moves has the new files, and says so", async () => {
  const after = await startAfter((home) => {
    mkdirSync(path.join(home, "pgdata-17"));
    renameSync(path.join(home, "pgdata"), path.join(home, "pgdata-next"));
  });
  expect(after).toEqual({
    waves: 0,
    lines: ["An upgrade of PostgreSQL was cut off at its last step, and is finished now. The old files are kept."],
    folders: ["pgdata", "pgdata-17"],
  });
});

test("a start after an earlier kill has the old files, and removes the new ones", async () => {
  const after = await startAfter((home) => {
    for (const name of ["pgdata-next/base", "upgrade-0badcafe/old/pgdata"])
      mkdirSync(path.join(home, name), { recursive: true });
  });
  expect(after).toEqual({
    waves: 0,
    lines: ["Removed what an upgrade of PostgreSQL left that was cut off: the database is whole."],
    folders: ["pgdata"],
  });
});
