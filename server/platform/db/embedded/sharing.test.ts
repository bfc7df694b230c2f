import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ask, askAgain, embeddedRig, until } from "../../../testing/embedded-rig.ts";

const { usedFolder, open, openElsewhere } = embeddedRig();

describe("a second process on the same folder", () => {
  async function takesOver(...signals: NodeJS.Signals[]) {
    const dataDir = usedFolder();
    for (const signal of signals) {
      const { child, said } = await openElsewhere(dataDir);
      expect(said).toBe("owner");
      const database = await open(dataDir);
      expect(database.role).toBe("shared");
      await ask(database.connection, `create table "${signal}" ()`);
      child.kill(signal);
      await until(() => database.role === "owner");
      expect(await askAgain(database.connection, `select to_regclass('"${signal}"') is not null as value`)).toBe(true);
      await database.stop();
      expect(existsSync(path.join(dataDir, "pgdata/postmaster.pid"))).toBe(false);
    }
  }

  test("shares the database, and takes it over when the first is killed", () => takesOver("SIGKILL"));

  test("takes the database over from a killed and from a stopped process", { tags: "long" }, () =>
    takesOver("SIGKILL", "SIGTERM"),
  );

  /** The next process opens 0, 4, 8 … ms before the first one stops. */
  async function takesOverAtOnce(rounds: number) {
    const dataDir = usedFolder();
    let database = await open(dataDir);
    for (let round = 0; round < rounds; round++) {
      const opening = open(dataDir);
      await sleep(round * 4);
      const [next] = await Promise.all([opening, database.stop()]);
      await until(() => next.role === "owner");
      expect(await askAgain(next.connection, "select 1 as value")).toBe(1);
      database = next;
    }
  }

  test("takes over when it opens while the first one stops", () => takesOverAtOnce(3));

  test("takes over at each of twelve delays", { tags: "long" }, () => takesOverAtOnce(12));

  test("five processes agree on one owner, and stopping the others keeps it running", async () => {
    const dataDir = usedFolder();
    const all = await Promise.all(Array.from({ length: 5 }, () => open(dataDir)));
    expect(all.map(({ role }) => role).sort()).toEqual(["owner", "shared", "shared", "shared", "shared"]);
    const [owner] = all.filter(({ role }) => role === "owner");
    await Promise.all(all.filter((database) => database !== owner).map((database) => database.stop()));
    expect(owner && (await ask(owner.connection, "select 1 as value"))).toBe(1);
  });

  test("an owner that lost its lock does not restart PostgreSQL", async () => {
    const dataDir = usedFolder();
    const first = await open(dataDir);
    // As if two starts had found the same dead socket at the same time.
    rmSync(path.join(dataDir, "run/owner.sock"));
    const taking = openElsewhere(dataDir);
    await until(() => existsSync(path.join(dataDir, "run/owner.sock")));
    expect((await taking).said).toBe("owner");
    await until(() => first.role === "shared");
    expect(await askAgain(first.connection, "select 1 as value")).toBe(1);
  });
});
