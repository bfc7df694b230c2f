import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressFor, put } from "../../media/fixtures/uploading.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";

let webDir: string;
let swell: TestApp;
beforeAll(async () => {
  webDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-web-"));
  await writeFile(
    path.join(webDir, "index.html"),
    `<!doctype html><head><meta charset="utf-8"><title>Swellmates</title><meta name="description" content="Front">
    <link rel="icon" href="/icon.svg"><!--first--></head><main><!--page--></main>`,
  );
  swell = await openTestApp({ PUBLIC_URL: "https://trips.example.org" }, undefined, { webDir });
});
afterAll(async () => {
  await swell.close();
  await rm(webDir, { recursive: true });
});

let ana: TestPerson;
let squad: string;
let trip: string;
beforeEach(async () => {
  ({ ana, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] }));
  await edit({ description: "Secret spots" });
});

const edit = async (fields: object) =>
  expect((await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", ...fields })).status).toBe(200);
/** The squad's own link, as its members send it. */
async function link() {
  const { body } = await ana.get(`/api/squads/${squad}`);
  const { pathname, search } = new URL(String(body["squad"]!["inviteUrl"]));
  return pathname + search;
}

/** What a chat reads of a page: no cookies, no script, no headers. */
async function tagsOf(url: string) {
  const { payload: text, statusCode } = await swell.app.inject({ url });
  expect(statusCode).toBe(200);
  const head = text.slice(0, text.indexOf("</head>"));
  const all = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)];
  const tags = Object.fromEntries(all.map(([, name, content]) => [name, content]));
  return { tags, text, title: /<title>(.*?)<\/title>/.exec(head)?.[1] };
}
const imageIn = (tags: Readonly<Record<string, string | undefined>>) => new URL(tags["og:image"]!);

async function pictureAt({ pathname, search }: URL) {
  const { statusCode, headers, rawPayload } = await swell.app.inject({ url: pathname + search });
  return { status: statusCode, headers, bytes: rawPayload };
}
const kept = () =>
  swell.database.db.selectFrom("link_previews").selectAll().where("squad_id", "=", squad).executeTakeFirst();
const unwanted = () => swell.database.db.selectFrom("unwanted_files").select("id").execute();

describe("the tags of a join link", () => {
  test("name the squad and the number of friends, and nothing else, with the right code", async () => {
    const { tags, title } = await tagsOf(await link());
    expect(title).toBe("Join Dawn Patrol on Swellmates");
    expect(tags).toEqual({
      description: "2 friends keep their trips, photos and awards there, and you are invited.",
      "og:site_name": "Swellmates",
      "og:type": "website",
      "og:title": "Join Dawn Patrol on Swellmates",
      "og:description": tags["description"],
      "og:image": expect.stringMatching(/^https:\/\/trips\.example\.org\/previews\/[\w-]{36}\/[\w-]{32}\?v=\w{8}$/),
      "og:image:type": "image/jpeg",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "Join Dawn Patrol on Swellmates",
      "twitter:card": "summary_large_image",
    });
    const code = new URLSearchParams((await link()).split("?")[1]).get("invite")!;
    expect(JSON.stringify(tags)).not.toContain(code);
    expect(JSON.stringify(tags)).not.toMatch(/Ana|Berg|Ericeira|Secret/);
  });

  test("are those of the product without the right code, whether or not there is a squad", async () => {
    const right = await link();
    const nobodys = `/join-squad/${trip.replaceAll(/[1-9]/g, "0")}`;
    const wrong = [
      `/join-squad/${squad}`,
      `/join-squad/${squad}?invite=guessed`,
      `/join-squad/${squad}?invite=%00`,
      `/join-squad/${squad}?invite=a&invite=b`,
      `/join-squad/${squad}?invite=${"x".repeat(500)}`,
      `/join-squad/${trip}${right.slice(right.indexOf("?"))}`,
      nobodys,
      `${nobodys}?invite=guessed`,
      "/join-squad/no-id",
      "/",
    ];
    const product = (await tagsOf("/")).tags;
    expect(product).toMatchObject({
      description: "Front",
      "og:title": "Swellmates",
      "og:image": "https://trips.example.org/previews/swellmates",
    });
    for (const url of wrong) expect((await tagsOf(url)).tags, url).toEqual(product);
    await ana.post(`/api/squads/${squad}/invite-link/reset`, {});
    expect((await tagsOf(right)).tags).toEqual(product);
    expect((await tagsOf(await link())).title).toBe("Join Dawn Patrol on Swellmates");
  });

  test("of a public squad need no code", async () => {
    await edit({ isPublic: true });
    const [bare = ""] = (await link()).split("?");
    const { tags } = await tagsOf(bare);
    expect(tags["og:description"]).toBe(
      "Dawn Patrol is a public squad of 2 friends. Join it, and see its trips and photos.",
    );
  });

  test("come for a mailed invitation to a squad, and not for one to a trip", async () => {
    await swell.confirm(ana);
    const mailed = async (call: string, place: object, to: string) => {
      await ana.post(call, { ...place, emails: [to] });
      const { pathname, search } = linkIn(await mailTo(swell.parts.config.dataDir, to, 1));
      return pathname + search;
    };
    const toSquad = await mailed("/api/squad-invites", { squadId: squad }, `kai.${squad}@example.org`);
    expect((await tagsOf(toSquad)).title).toBe("Join Dawn Patrol on Swellmates");
    const dates = { startDate: "2026-07-04", endDate: "2026-07-11" };
    const { body } = await ana.post("/api/trips", { name: "Hush Hush", location: "Nowhere", ...dates });
    const toTrip = await mailed("/api/invites", { tripId: String(body["id"]) }, `lu.${squad}@example.org`);
    expect(toTrip).toContain(String(body["id"]));
    expect((await tagsOf(toTrip)).tags).toEqual((await tagsOf("/")).tags);
    await ana.post(`/api/squads/${squad}/invite-link/reset`, {});
    expect((await tagsOf(toSquad)).title).toBe("Swellmates");
  });

  test("never open the example of a newcomer", async () => {
    await swell.database.db.updateTable("squads").set({ demo_of: ana.id }).where("id", "=", squad).execute();
    const url = `/join-squad/${squad}?invite=`;
    const { invite_code: code } = await swell.database.db
      .selectFrom("squads")
      .select("invite_code")
      .where("id", "=", squad)
      .executeTakeFirstOrThrow();
    expect((await tagsOf(url + code)).title).toBe("Swellmates");
  });

  test("keep a name that looks like markup a text, and isolate one from the right", async () => {
    await edit({ name: `"><script>alert('1')</script>&amp;` });
    const { tags, title, text } = await tagsOf(await link());
    const escaped = "Join &quot;&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;amp; on Swellmates";
    expect([title, tags["og:title"], tags["og:image:alt"]]).toEqual([escaped, escaped, escaped]);
    expect(text).not.toContain("<script>alert");
    await edit({ name: "גלים 🌊" });
    expect((await tagsOf(await link())).title).toBe("Join \u2068גלים 🌊\u2069 on Swellmates");
  });

  test("come early, for HEAD too, and to members as to visitors", async () => {
    const url = await link();
    const { text, tags } = await tagsOf(url);
    expect(text.indexOf('<meta name="twitter:card"')).toBeLessThan(2000);
    expect((await swell.app.inject({ method: "HEAD", url })).statusCode).toBe(200);
    expect((await ana.get(url)).text).toContain(tags["og:image"]!.replaceAll("&", "&amp;"));
  });
});

// Each picture is drawn by a real process, which takes seconds to start.
describe("the picture of a join link", { timeout: 60_000 }, () => {
  test("is a JPEG, made once and kept until name, number or cover change", async () => {
    const before = await unwanted();
    const address = imageIn((await tagsOf(await link())).tags);
    const both = await Promise.all([pictureAt(address), pictureAt(address)]);
    const [{ bytes, headers }] = both;
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": "private, max-age=300" });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(300_000);
    const first = await kept();
    expect((await pictureAt(address)).bytes.equals(bytes)).toBe(true);
    expect((await kept())!.id).toBe(first!.id);
    expect(await unwanted()).toEqual(before);

    await edit({ name: "Night Shift" });
    const renamed = imageIn((await tagsOf(await link())).tags);
    expect(renamed.pathname).toBe(address.pathname);
    expect(renamed.search).not.toBe(address.search);
    expect((await pictureAt(renamed)).bytes.equals(bytes)).toBe(false);
    expect((await kept())!.id).not.toBe(first!.id);
    expect(await unwanted()).toContainEqual({ id: first!.id });
  });

  test("ends with a reset, when the squad opens or closes, and with its file and squad", async () => {
    const first = imageIn((await tagsOf(await link())).tags);
    await ana.post(`/api/squads/${squad}/invite-link/reset`, {});
    expect((await pictureAt(first)).status).toBe(404);
    const second = imageIn((await tagsOf(await link())).tags);
    expect((await pictureAt(second)).status).toBe(200);
    await edit({ isPublic: true });
    expect((await pictureAt(second)).status).toBe(404);
    const open = imageIn((await tagsOf(await link())).tags);
    expect((await pictureAt(open)).headers["cache-control"]).toBe("public, max-age=300");
    const { id } = (await kept())!;
    expect((await ana.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" })).status).toBe(204);
    expect((await pictureAt(open)).status).toBe(404);
    expect(await unwanted()).toContainEqual({ id });
  });

  test("shows the cover of a public squad, and never that of a private one", async () => {
    const red = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#f00" } })
      .jpeg()
      .toBuffer();
    const address = await addressFor(ana);
    await put(swell, ana, address, red);
    const { body } = await ana.put("/api/squad-photos", { squadPhotoURL: address, fileName: "red.jpg" });
    await edit({ photoUrl: String(body["objectPath"]) });
    const corner = async () => {
      const { status, bytes } = await pictureAt(imageIn((await tagsOf(await link())).tags));
      expect(status).toBe(200);
      const { data } = await sharp(bytes)
        .extract({ left: 20, top: 20, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      return data[0]! > 240 && data[1]! < 20 && data[2]! < 20 ? "cover" : "drawing";
    };
    expect(await corner()).toBe("drawing");
    await edit({ isPublic: true });
    expect(await corner()).toBe("cover");
    const shown = imageIn((await tagsOf(await link())).tags);
    await edit({ isPublic: false });
    expect(await corner()).toBe("drawing");
    expect((await pictureAt(shown)).status).toBe(404);
  });

  test("is made for names of emoji and from the right, and different ones look different", async () => {
    const pictures: Buffer[] = [];
    for (const name of ["🏄‍♀️🌊🇵🇹", "גלים של שבת", "فرسان الأمواج", "波乗り".repeat(33)]) {
      await edit({ name });
      const { status, bytes } = await pictureAt(imageIn((await tagsOf(await link())).tags));
      expect(status, name).toBe(200);
      pictures.push(bytes);
    }
    expect(new Set(pictures.map((bytes) => bytes.toString("base64"))).size).toBe(pictures.length);
  });

  test("is not found without its proof", async () => {
    const { pathname } = imageIn((await tagsOf(await link())).tags);
    const proof = pathname.split("/").at(-1)!;
    for (const url of [
      `/previews/${squad}/${"a".repeat(proof.length)}`,
      `/previews/${squad}/${proof}a`,
      `/previews/${squad}/x`,
      `/previews/${trip}/${proof}`,
      `/previews/no-id/${proof}`,
      `/previews/${squad}`,
    ])
      expect((await swell.visitor.get(url)).status, url).toBe(404);
  });

  test("of the product is the same for everybody", async () => {
    const { status, bytes, headers } = await pictureAt(imageIn((await tagsOf("/auth")).tags));
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=86400"]);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  });
});
