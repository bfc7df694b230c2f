import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { heic } from "../../media/fixtures/heic.ts";
import { stored } from "../../media/fixtures/pictures.ts";
import {
  isOpenToNobody,
  killAll,
  type Member,
  nobody,
  register,
  startServer,
  temporaryFolder,
  until,
} from "./server-process.ts";

vi.setConfig({ testTimeout: 180_000 });
const home = temporaryFolder();
afterAll(async () => {
  killAll();
  await home.remove();
});
const isRoot = process.getuid?.() === 0;
const account = isRoot ? nobody : {};
const canRun = spawnSync("bwrap", "--unshare-user --ro-bind / / --proc /proc true".split(" "), account).status === 0;

/** Uploads a file and registers it in a squad. */
async function add(person: Member, url: string, squad: string, bytes: Buffer) {
  const { uploadURL } = (await (await person.send("POST", "/api/objects/upload")).json()) as { uploadURL: string };
  const headers = { cookie: person.cookie };
  const sent = await fetch(url + uploadURL, { method: "PUT", headers, body: new Uint8Array(bytes) });
  expect([sent.status, await sent.text()]).toMatchObject([200, expect.any(String)]);
  await person.send("PUT", `/api/squads/${squad}/media`, { mediaURL: uploadURL, fileName: "wave" });
}

interface Item {
  readonly id: string;
  readonly state: string;
  readonly playback?: string;
}
const photosOf = async (person: Member, squad: string) =>
  (await (await person.send("GET", `/api/squads/${squad}/media`)).json()) as Item[];

// bubblewrap stands in for the systemd unit and the container.
test.runIf(canRun && (!isRoot || isOpenToNobody()))(
  "a server without rights that writes to DATA_DIR and /tmp alone does its work",
  { tags: "long" },
  async () => {
    const dataDir = path.join(home.path, "data");
    mkdirSync(dataDir);
    if (isRoot) chownSync(dataDir, nobody.uid, nobody.gid);
    chmodSync(dataDir, 0o700);
    const project = path.resolve(import.meta.dirname, "../../..");
    const wrapper =
      "bwrap --unshare-user --cap-drop ALL --die-with-parent --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp"
        .split(" ")
        .concat("--ro-bind", project, project, "--bind", dataDir, dataDir, "--");
    const start = () => startServer({ dataDir, wrapper, ...account });
    const server = await start();
    const ana = await register(server.url, "Ana");
    const made = await ana.send("POST", "/api/squads", { name: "Dawn Patrol" });
    const { id: squad } = (await made.json()) as { id: string };
    await add(ana, server.url, squad, heic());
    await add(ana, server.url, squad, stored("videos/turned.mov"));
    await until("all pictures and the video are made", async () =>
      (await photosOf(ana, squad)).every(({ state, playback }) => state === "ready" && playback !== "preparing"),
    );
    const photos = await photosOf(ana, squad);
    expect(photos).toHaveLength(2);
    const zip = await ana.send("POST", "/api/media/zip", { ids: photos.map(({ id }) => id) });
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    // bubblewrap passes no signal on; the server stops when it is killed, and continues from its folder.
    await server.end("SIGKILL");
    const again = await start();
    expect(await photosOf(ana.at(again.url), squad)).toEqual(photos);
    await again.end("SIGKILL");
  },
);
