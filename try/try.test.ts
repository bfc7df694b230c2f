import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInAtProvider } from "./stand-ins/identity-provider-pages.ts";
import { openTestApp } from "../server/testing/app.ts";
import {
  type ServerProcess,
  followOutput,
  temporaryFolder,
  waitForUrl,
} from "../server/testing/lifecycle/server-process.ts";
import { faces, people } from "./world/people.ts";

// It takes longer than two seconds, because it looks at the whole world that a person gets to see.
const home = temporaryFolder();
const dead = "swellmates-try-999999999-killed";
let server: ServerProcess;

beforeAll(async () => {
  const web = path.join(home.path, "web");
  mkdirSync(web);
  writeFileSync(path.join(web, "index.html"), "<!doctype html><html><head><!--first--></head><body></body></html>");
  // The folder of a run that was killed.
  mkdirSync(path.join(home.path, dead));
  const program = `import(${JSON.stringify(import.meta.resolve("./start.ts"))}).then((it) => it.startTry(${JSON.stringify(web)}))`;
  const child = spawn(process.execPath, ["-e", program], {
    env: {
      PATH: process.env.PATH,
      APP_PG_BIN: process.env.APP_PG_BIN,
      TMPDIR: home.path,
      PORT: String(await freePort()),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  server = await waitForUrl(followOutput(child));
}, 180_000);

afterAll(async () => {
  server?.child.kill("SIGKILL");
  await home.remove();
});

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

/** A browser that keeps cookies and follows no redirects. */
function browser() {
  const cookies = new Map<string, string>();
  const send = async (method: string, url: string, body?: unknown) => {
    const reply = await fetch(new URL(url, server.url), {
      method,
      redirect: "manual",
      headers: {
        cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return reply;
  };
  return {
    cookies,
    send,
    json: async <T>(method: string, url: string, body?: unknown) =>
      (await send(method, url, body)).json() as Promise<T>,
  };
}

async function loggedIn(who: string) {
  const one = browser();
  const { status, headers } = await one.send("POST", `/try/login/${who}`);
  expect([status, headers.get("location")]).toEqual([303, "/"]);
  return one;
}

interface Trip {
  id: string;
  squadId: string | null;
  startDate: string;
  endDate: string;
  mediaCount: number;
  isActive: boolean;
}
interface Photo {
  id: string;
  state: string;
  playback: string | null;
  takenAt: string;
}

test("its three squads have trips before, now and to come", async () => {
  const ana = await loggedIn("ana");
  const squads = await ana.json<{ id: string; isPublic: boolean }[]>("GET", "/api/squads");
  expect(squads).toHaveLength(3);
  expect(squads.filter(({ isPublic }) => isPublic)).toHaveLength(1);
  const trips = await ana.json<Trip[]>("GET", "/api/trips");
  const now = new Date().toISOString();
  expect(trips.filter(({ endDate }) => endDate < now && endDate.slice(0, 10) !== now.slice(0, 10))).toHaveLength(4);
  expect(trips.filter(({ isActive }) => isActive)).toHaveLength(1);
  expect(trips.filter(({ startDate }) => startDate > now)).toHaveLength(2);
  const countIn = (some: readonly Trip[]) => some.reduce((sum, { mediaCount }) => sum + mediaCount, 0);
  const { id } = squads.find(({ isPublic }) => isPublic)!;
  const inSquad = await ana.json<Photo[]>("GET", `/api/squads/${id}/media?limit=200`);
  const inAlbum = inSquad.length - countIn(trips.filter(({ squadId }) => squadId === id));
  expect(countIn(trips) + inAlbum).toBe(300);
});

test("a squad whose link gives seats expects somebody, who is crew of its trip already", async () => {
  const ana = await loggedIn("ana");
  const trip = (await ana.json<Trip[]>("GET", "/api/trips")).find(({ isActive }) => isActive)!;
  const { squad, expected } = await ana.json<{ squad: { takesSeats: boolean }; expected: { firstName: string }[] }>(
    "GET",
    `/api/squads/${trip.squadId}`,
  );
  expect([squad.takesSeats, expected.map(({ firstName }) => firstName)]).toEqual([true, ["Lena"]]);
  const crew = await ana.json<{ isExpected: boolean }[]>("GET", `/api/trips/${trip.id}/members`);
  expect(crew.filter(({ isExpected }) => isExpected)).toHaveLength(1);
});

test("its photos are ready, and their files say when and where they were taken", async () => {
  const ana = await loggedIn("ana");
  const trip = (await ana.json<Trip[]>("GET", "/api/trips")).find(({ isActive }) => isActive)!;
  const photos = await ana.json<Photo[]>("GET", `/api/trips/${trip.id}/media?limit=200`);
  expect(new Set(photos.map(({ state }) => state))).toEqual(new Set(["ready"]));
  expect(photos.filter(({ playback }) => playback === "ready")).toHaveLength(3);
  const times = photos.map(({ takenAt }) => takenAt);
  expect(times.every((time) => trip.startDate <= time && time <= new Date().toISOString())).toBe(true);
  const { id } = photos.find(({ playback }) => playback === null)!;
  expect(await ana.json("GET", `/api/media/${id}/place`)).toMatchObject({
    place: { latitude: expect.closeTo(38.97, 1) },
  });
  const original = Buffer.from(await (await ana.send("GET", `/objects/${id}`)).arrayBuffer());
  expect((await sharp(original).metadata()).exif).toBeDefined();
  for (const size of ["thumb", "medium"])
    expect((await ana.send("GET", `/objects/${id}?size=${size}`)).headers.get("content-type")).toBe("image/jpeg");
});

test("its awards are complete, in progress, and one vote short", async () => {
  const ana = await loggedIn("ana");
  const trip = (await ana.json<Trip[]>("GET", "/api/trips")).find(({ isActive }) => isActive)!;
  const { categories } = await ana.json<{ categories: { id: string }[] }>("GET", `/api/trips/${trip.id}`);
  const progress = await Promise.all(
    categories.map(async ({ id }) => {
      const votes = await ana.json<{ votesReceived: number }>("GET", `/api/categories/${id}/voting-progress`);
      return votes.votesReceived;
    }),
  );
  expect(progress).toEqual([5, 5, 6, 6, 3, 2, 0]);
});

test.each(faces)("%s logs in by one click", async (who) => {
  const one = await loggedIn(who);
  expect(await one.json("GET", "/api/auth/user")).toMatchObject({ email: people[who].email });
  // A server beside this one, on the same host, has a cookie of its own.
  expect([...one.cookies.keys()]).toContain("try_session");
});

test.each(["bo", "noa"])("%s logs in with the stand-in for Google", async (login) => {
  const one = browser();
  const { headers } = await one.send("GET", "/api/auth/google");
  await one.send("GET", await signInAtProvider(headers.get("location")!, { login }));
  expect(await one.json("GET", "/api/auth/user")).toMatchObject({ email: `${login}@example.org` });
});

test("a photo comes from the stand-in for the photo library", async () => {
  const ana = await loggedIn("ana");
  const { id: tripId } = (await ana.json<Trip[]>("GET", "/api/trips")).find(({ isActive }) => isActive)!;
  const session = await ana.json<{ id: string; pickerUri: string }>("POST", "/api/google-photos/session", {});
  expect(await (await fetch(session.pickerUri)).text()).toContain("/pictures/library-van");
  await fetch(session.pickerUri, { method: "POST", body: new URLSearchParams({ shot: "library-van" }) });
  await ana.send("GET", `/api/google-photos/media?sessionId=${session.id}`);
  const body = { sessionId: session.id, itemIds: ["library-van"], tripId };
  expect((await ana.send("POST", "/api/google-photos/import", body)).status).toBe(201);
  const states = async () => {
    const { imports } = await ana.json<{ imports: { state: string }[] }>(
      "GET",
      `/api/google-photos/import?tripId=${tripId}`,
    );
    return imports.map(({ state }) => state);
  };
  for (const until = Date.now() + 20_000; !(await states()).includes("done") && Date.now() < until;) await sleep(100);
  expect(await states()).toEqual(["done"]);
});

test("a page lists all mails, and their links lead to this server", async () => {
  const list = await (await fetch(new URL("/try/mails", server.url))).text();
  expect(list).toContain("Invitation from Ana Lima to “Dawn Patrol”");
  const links = [...list.matchAll(/href="(\/try\/mails\/\d+)">Invitation from Ana Lima/g)].map(([, link]) => link!);
  const mail = await (await fetch(new URL(links[0]!, server.url))).text();
  expect(mail).toContain(`${server.url.replace("127.0.0.1", "localhost")}/join-squad/`);
});

test("every page has the line on top, mails too", async () => {
  for (const page of ["/", "/trips/any", "/try/mails", "/try/mails/0"]) {
    const html = await (await fetch(new URL(page, server.url))).text();
    expect(html).toMatch(/<aside id="try"[^>]*><p>A world to try, gone when you stop it\./);
  }
});

test("the ordinary product has no route of this mode", async () => {
  const { app, close } = await openTestApp();
  try {
    expect(app.hasRoute({ method: "POST", url: "/api/login" })).toBe(true);
    for (const url of ["/try/login/ana", "/try/mails", "/try/mails/:number"])
      for (const method of ["GET", "POST"] as const) expect(app.hasRoute({ method, url })).toBe(false);
  } finally {
    await close();
  }
});

test("nothing of the world is left when it stops, nor of a run that was killed", async () => {
  expect(readdirSync(home.path).filter((name) => name.startsWith("swellmates-try-"))).toHaveLength(1);
  expect(await server.end("SIGTERM")).toBe(0);
  expect(readdirSync(home.path).filter((name) => name.startsWith("swellmates-try-"))).toEqual([]);
});
