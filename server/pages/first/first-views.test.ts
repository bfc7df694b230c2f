import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { compileSheet, encodePlan } from "beasties/compiler";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf } from "#contract/call.ts";
import type { First } from "#contract/first.ts";
import { firstCallsOf } from "#contract/first-calls.ts";
import { findPage, pageNames, pages } from "#contract/pages.ts";
import { type Client, type TestApp, client, openTestApp } from "../../testing/app.ts";
import { type Cast, castOf, newWorld, roles } from "../../testing/world.ts";
import { viewsForMembers, viewsForVisitors } from "./views.ts";

const headLinks = [
  '<link rel="stylesheet" crossorigin href="/assets/index.css">',
  '<link rel="preload" as="font" type="font/woff2" href="/assets/swell.woff2" crossorigin="">',
];
let webDir: string;
let swell: TestApp;
let cast: Cast;
const worlds: Record<string, Awaited<ReturnType<typeof newWorld>>> = {};
beforeAll(async () => {
  webDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-web-"));
  await mkdir(path.join(webDir, ".vite"));
  const manifest = {
    "index.html": { file: "assets/index.js" },
    "_shared.js": { file: "assets/shared.js", imports: ["index.html"] },
    "shell/member-app.tsx": { file: "assets/member.js", imports: ["_shared.js", "index.html"] },
    "shell/visitor-app.tsx": { file: "assets/visitor.js", imports: ["index.html"] },
    "pages/trip/trip-page.tsx": { file: "assets/trip.js", imports: ["_shared.js"] },
  };
  await writeFile(path.join(webDir, ".vite/manifest.json"), JSON.stringify(manifest));
  await writeFile(
    path.join(webDir, "index.html"),
    `<meta name="description" content="Front"><!--first--><script src="/assets/index.js"></script>${headLinks.join("")}<main><!--page--></main></body>`,
  );
  const css = "@font-face{font-family:Swell}:root{color:red}main{margin:0}b{margin:1px}.unused{margin:2px}";
  await writeFile(
    path.join(webDir, ".vite/rules.json"),
    JSON.stringify(encodePlan(compileSheet(css, { href: "/assets/index.css" }))),
  );
  await mkdir(path.join(webDir, ".drawing"));
  await writeFile(
    path.join(webDir, ".drawing/draw-page.js"),
    `export async function drawPage({ pathname, searchParams }, { user, answers }) {
      if (searchParams.has("fails")) throw new Error("no drawing");
      return "<b>" + pathname + " for " + (user?.id ?? "nobody") + " from " + Object.keys(answers) + "</b>";
    }`,
  );
  swell = await openTestApp({}, undefined, { webDir });
  cast = await castOf(swell);
  for (const [name, isPublic] of [
    ["private", false],
    ["public", true],
  ] as const)
    worlds[name] = await newWorld(swell, cast, isPublic);
});
afterAll(async () => {
  await swell.close();
  await rm(webDir, { recursive: true });
});

async function documentOf(client: Client, url: string, zone?: string) {
  const cookie = [client.cookie, ...(zone === undefined ? [] : [`zone=${zone}`])].join("; ");
  const { text, headers } = await client.get(url, undefined, { cookie });
  const json = /<script type="application\/json" id="first">(.*?)<\/script>/s.exec(text)?.[1];
  if (json === undefined) throw new Error(`${url} brings nothing`);
  return { text, headers, told: JSON.parse(json) as First };
}

const routes = pageNames
  .map((name) => pages[name].path)
  .flatMap((path) => (path.endsWith("?") ? [path.replace(/\/:.*/, ""), path.replace("?", "")] : [path]));

describe.each(["private", "public"])("in a %s squad", (kind) => {
  test.each(routes.flatMap((route) => roles.map((role) => [route, role] as const)))(
    "%s brings a %s what the calls answer",
    async (route, role) => {
      const { squad, trip } = worlds[kind]!;
      const url = route.replace(":userId", cast.crew.id).replace(":id", route.includes("trips") ? trip : squad);
      const client = cast[role];
      const zone = "Asia/Tokyo";
      const { told, headers } = await documentOf(client, url, zone);
      expect(headers["cache-control"]).toBe("no-store");
      expect(told.user?.id).toBe(role === "visitor" ? undefined : cast[role].id);
      const calls = firstCallsOf(findPage(url)!, {
        me: role === "visitor" ? undefined : cast[role].id,
        query: {},
        zone,
      });
      const answered: string[] = [];
      for (const address of calls.map((call) => addressOf(call.name, call))) {
        const reply = await client.get(address);
        if (reply.status !== 200) continue;
        answered.push(address);
        expect(told.answers[address]?.body).toEqual(reply.body);
        expect(told.answers[address]?.headers["link"]).toBe(reply.headers["link"]);
      }
      expect(Object.keys(told.answers).toSorted()).toEqual(answered.toSorted());
    },
  );
});

test.each(roles)("a path that is no page answers a %s 404, with the same document", async (role) => {
  const at = async (url: string) => {
    const { status, text } = await cast[role].get(url);
    return { status, hasDocument: text.includes('id="first"') };
  };
  const { trip } = worlds["private"]!;
  for (const url of ["/nowhere", "/trips", `/trips/${trip}/nowhere`, "/profile/a/b", "/assets.html", "/wp-login.php"])
    expect(await at(url), url).toEqual({ status: 404, hasDocument: true });
  const filled = pageNames.map((name) => pages[name].path.replace(/:\w+/, trip).replace("?", ""));
  for (const url of [...filled, "/profile"].flatMap((path) => [path, `${path}/?as=replay`.replace("//", "/")]))
    expect(await at(url), url).toEqual({ status: 200, hasDocument: true });
});

test("a browser that has told no known zone gets no outline", async () => {
  const { trip } = worlds["private"]!;
  for (const zone of [undefined, "", "Nowhere/City", "+01:00", "%E0%A4%A", "x".repeat(5000)]) {
    const { told } = await documentOf(cast.crew, `/trips/${trip}`, zone);
    expect(Object.keys(told.answers).toSorted(), zone).toEqual([`/api/squads`, `/api/trips/${trip}`]);
  }
});

test("a session that has ended brings a visitor's document", async () => {
  const kai = await swell.person("kai");
  await kai.post("/api/logout");
  const { told } = await documentOf(kai, "/dashboard");
  expect(told).toMatchObject({ user: null, answers: {} });
});

test("a name that looks like markup stays text", async () => {
  const eve = await swell.confirm(await swell.person("eve"));
  const name = "</script><script>alert(1)</script>";
  await eve.post("/api/squads", { name });
  const { told, text } = await documentOf(eve, "/squads");
  expect(told.answers["/api/squads"]?.body).toMatchObject([{ name }]);
  expect(text).not.toContain("<script>alert");
});

const descriptionOf = async (client: Client, url: string) =>
  /<meta name="description" content="([^"]*)">/.exec((await client.get(url)).text)?.[1];

test("pages for visitors describe themselves, and private squads stay private", async () => {
  const pages = ["/", "/auth", "/register", "/find-squad", "/example-night", "/privacy-policy", "/terms-of-service"];
  const described = await Promise.all(pages.map((url) => descriptionOf(swell.visitor, url)));
  expect(new Set(described).size).toBe(pages.length);
  const eve = await swell.confirm(await swell.person("eve"));
  const { body: squad } = await eve.post("/api/squads", { name: '"><b>Salt & Sand' });
  const join = `/join-squad/${String(squad["id"])}`;
  const { body: page } = await eve.get(`/api/squads/${String(squad["id"])}`);
  const invite = new URL(String(page["squad"]!["inviteUrl"])).search;
  // Without its code a private squad looks like none, so the front page's words stand there.
  expect(await descriptionOf(swell.visitor, join)).toBe("Front");
  expect(await descriptionOf(swell.visitor, join + invite)).toMatch(/^1 friend keeps their trips/);
  await eve.put(`/api/squads/${String(squad["id"])}`, { name: '"><b>Salt & Sand', isPublic: true });
  for (const url of [join, join + invite])
    expect(await descriptionOf(swell.visitor, url)).toMatch(/^&quot;&gt;&lt;b&gt;Salt &amp; Sand is a public squad/);
});

test("sign-in names the squad that an invitation opens, and a browser that logged in", async () => {
  const { squad } = worlds["private"]!;
  const { body } = await cast.admin.get(`/api/squads/${squad}`);
  const { pathname, search } = new URL(String(body["squad"]!["inviteUrl"]));
  const signIn = (back: string) =>
    documentOf(swell.visitor, `/auth?${new URLSearchParams({ return: back }).toString()}`);
  const { told } = await signIn(pathname + search);
  expect(told.answers[`/api/public/squads/${squad}${search}`]?.body).toMatchObject({ id: squad });
  for (const back of [pathname, `${pathname}?invite=guessed`, "/join-squad/no-id", "//"])
    expect(Object.keys((await signIn(back)).told.answers), back).toEqual(["/api/public/config"]);
  expect(told.isReturning).toBe(false);
  const eve = await swell.person("eve");
  const { headers } = await swell.visitor.post("/api/login", { email: eve.email, password: eve.password });
  const kept = [headers["set-cookie"]].flat().map(String);
  expect(kept).toContainEqual(expect.stringMatching(/^returning=yes; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/));
  expect((await documentOf(client(swell.app, "returning=yes"), "/auth")).told.isReturning).toBe(true);
});

test("visitors get whole pages drawn and members some heads, from their own answers", async () => {
  const pageOf = async (client: Client, url: string) => /<main>(.*)<\/main>/s.exec((await client.get(url)).text)?.[1];
  expect(await pageOf(swell.visitor, "/auth?return=%2Fawards")).toBe("<b>/auth for nobody from /api/public/config</b>");
  expect(await pageOf(swell.visitor, "/")).toMatch(/^<b>\/ for nobody from \/api\/public\/recent-media,/);
  const { squad, trip } = worlds["public"]!;
  const join = `/join-squad/${squad}`;
  expect(await pageOf(swell.visitor, join)).toContain(`from /api/public/squads/${squad}`);
  expect(await pageOf(cast.crew, "/")).toBe(`<b>/ for ${cast.crew.id} from /api/dashboard</b>`);
  expect(await pageOf(cast.crew, `/trips/${trip}`)).toContain(`for ${cast.crew.id} from /api/trips/${trip},`);
  for (const url of ["/squads", "/auth"]) expect(await pageOf(cast.crew, url), url).toBe("");
  expect(await pageOf(swell.visitor, "/dashboard"), "a page for members").toBe("");
  expect((await swell.visitor.get("/auth", undefined, { host: "no host" })).status).toBe(200);
  expect(await pageOf(swell.visitor, "/auth?fails"), "a page that cannot be drawn").toBe("");
});

test("the page of an invitation brings the rules it uses, and its style sheet last", async () => {
  const { squad } = worlds["public"]!;
  const [sheet] = headLinks;
  const text = async (client: Client, url: string) => (await client.get(url)).text;
  const invitation = await text(swell.visitor, `/join-squad/${squad}`);
  expect(invitation).toContain("<style>:root{color:red}main{margin:0}b{margin:1px}</style>");
  expect(invitation).toMatch(new RegExp(`</main>${sheet}</body>$`));
  expect(invitation).not.toContain("woff2");
  for (const [client, url] of [
    [swell.visitor, "/auth"],
    [cast.crew, `/join-squad/${squad}`],
    [swell.visitor, `/join-squad/${squad}?fails`],
  ] as const) {
    const page = await text(client, url);
    expect(page, url).toContain(`<script src="/assets/index.js"></script>${headLinks.join("")}<main>`);
    expect(page, url).not.toContain("<style>");
  }
});

test("a path whose id is none brings nothing of any call", async () => {
  const { told } = await documentOf(cast.crew, "/trips/..%2Fsquads");
  expect(told.answers).toEqual({});
});

test("the document names the page's code once, and none that every page loads", async () => {
  const { text } = await documentOf(cast.crew, `/trips/${worlds["private"]!.trip}`);
  const named = [...text.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, file]) => file);
  expect(named).toEqual(["/assets/member.js", "/assets/shared.js", "/assets/trip.js"]);
});

test("each page whose code the document names is a file that the apps import", async () => {
  const shell = path.resolve(import.meta.dirname, "../../../web/shell");
  const tables = ["pages-for-all.tsx", "pages-for-members.tsx", "pages-for-visitors.tsx"];
  const imported = (await Promise.all(tables.map((name) => readFile(path.join(shell, name), "utf8")))).join("");
  const named = [viewsForMembers, viewsForVisitors].flatMap((views) => Object.values(views));
  const modules = named.flatMap(({ module }) => module ?? []).map((file) => file.replace(/^shell\//, ""));
  expect(modules.length).toBeGreaterThan(10);
  expect(modules.filter((file) => !imported.includes(`/${file}")`))).toEqual([]);
});

test("the code of a drawn page waits for the first paint, other code loads at once", async () => {
  const { trip } = worlds["private"]!;
  const waiting = /<template id="code"><link rel="modulepreload"/;
  expect((await documentOf(cast.crew, `/trips/${trip}`)).text).toMatch(waiting);
  const { text } = await documentOf(cast.crew, "/squads");
  expect(text).not.toMatch(waiting);
  expect(text).toContain('<link rel="modulepreload" href="/assets/member.js"');
});

test("the code of the landing page waits for its first use, that of forms does not", async () => {
  const waiting = '<template id="code" data-usable><link rel="modulepreload" href="/assets/visitor.js"';
  expect((await swell.visitor.get("/")).text).toContain(waiting);
  for (const url of ["/auth", "/register", `/join-squad/${worlds["public"]!.squad}`])
    expect((await swell.visitor.get(url)).text, url).not.toContain("data-usable");
  expect((await cast.crew.get("/")).text).not.toContain("data-usable");
});

test("the document of a trip with a cover asks for the cover at once", async () => {
  const { trip } = worlds["private"]!;
  const photo = `/objects/${worlds["private"]!.photo}`;
  await swell.database.db.updateTable("trips").set({ photo_url: photo }).where("id", "=", trip).execute();
  const { text } = await documentOf(cast.crew, `/trips/${trip}`);
  const sizes = ["cover 800w", "medium 1200w", "large 2048w"].map((size) => `${photo}?size=${size}`).join(", ");
  expect(text).toContain(
    `<link rel="preload" as="image" imagesrcset="${sizes}" imagesizes="100vw" fetchpriority="high">`,
  );
});
