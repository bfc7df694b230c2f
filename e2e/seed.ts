import type { APIRequestContext } from "@playwright/test";
import { photo } from "./app.ts";
import { behindTheScenes, confirmEveryone } from "./behind-the-scenes.ts";
import { type RunningServer, siteAdminEmail } from "./server.ts";

type File = ReturnType<typeof photo>;
type Json = Readonly<Record<string, string>>;

/** Calls the API with this browser's session. A refusal fails the test. */
export async function send(request: APIRequestContext, method: string, url: string, data?: unknown): Promise<Json> {
  const answer = await request.fetch(url, { method, ...(data !== undefined && { data }) });
  if (!answer.ok()) throw new Error(`${method} ${url}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Json;
}

export async function register(request: APIRequestContext, firstName: string, lastName = "Berg"): Promise<Json> {
  const email = `${firstName.toLowerCase()}.${Date.now()}.${Math.random().toString(36).slice(2)}@example.org`;
  return send(request, "POST", "/api/register", { firstName, lastName, email, password: `${firstName}-likes-waves` });
}

/** Registers a site admin. An earlier site admin of this server gets another address, so that this one is free. */
export async function registerSiteAdmin(server: RunningServer, request: APIRequestContext): Promise<Json> {
  const free = "update accounts set email = person_id || '@example.org', email_key = person_id || '@example.org'";
  await behindTheScenes(server, `${free} where email = $1`, [siteAdminEmail]);
  const rita = { firstName: "Rita", lastName: "Berg", email: siteAdminEmail, password: "Rita-likes-waves" };
  const person = await send(request, "POST", "/api/register", rita);
  await confirmEveryone(server);
  return person;
}

/** Adds a photo to a trip by the three calls that the web makes. */
export async function addPhoto(request: APIRequestContext, trip: string, file: File): Promise<Json> {
  const { uploadURL } = await send(request, "POST", "/api/objects/upload");
  const put = await request.fetch(uploadURL!, {
    method: "PUT",
    data: file.buffer,
    headers: { "content-type": file.mimeType },
  });
  if (!put.ok()) throw new Error(`PUT ${file.name}: ${put.status()} ${await put.text()}`);
  return send(request, "PUT", `/api/trips/${trip}/media`, { mediaURL: uploadURL, fileName: file.name });
}

/** Waits until the server has made the pictures of a trip's photos, 20 seconds at most. Returns the photos. */
export async function photosReady(request: APIRequestContext, trip: string) {
  for (let look = 0; ; look++) {
    const photos = (await (await request.get(`/api/trips/${trip}/media`)).json()) as { id: string; state: string }[];
    if (photos.every(({ state }) => state === "ready") || look === 100) return photos;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const colours = [
  [255, 111, 67],
  [18, 147, 143],
  [255, 201, 77],
  [14, 90, 115],
  [217, 58, 110],
  [31, 122, 79],
] as const;
const shapes = [
  [640, 427],
  [400, 600],
  [600, 600],
  [900, 400],
] as const;

const plainPhotos = (count: number): File[] =>
  Array.from({ length: count }, (_, i) => {
    const [width, height] = shapes[i % shapes.length]!;
    return photo(`wave-${i}.png`, colours[i % colours.length]!, width, height + i);
  });

/** Registers these people and creates their squad and a trip with photos, a revealed and an open award. The first is the admin. */
export async function seedTrip(
  requests: readonly [APIRequestContext, ...APIRequestContext[]],
  photos: number | readonly File[] = 8,
) {
  const [admin, ...friends] = requests;
  const names = ["Ana", "Bo", "Cleo", "Dora"];
  const crew: Json[] = [];
  for (const [i, request] of requests.entries()) crew.push(await register(request, names[i] ?? `Friend${i}`));
  const squad = await send(admin, "POST", "/api/squads", { name: "Dawn Patrol", description: "Coffee before waves." });
  const page = (await (await admin.get(`/api/squads/${squad["id"]}`)).json()) as { squad: { inviteUrl: string } };
  const invite = new URL(page.squad.inviteUrl).searchParams.get("invite");
  for (const friend of friends) await send(friend, "POST", `/api/trips/${squad["id"]}/join`, { invite });
  const inDays = (days: number) =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const trip = await send(admin, "POST", "/api/trips", {
    squadId: squad["id"],
    name: "Ericeira ’26",
    location: "Ericeira, Portugal",
    description: "Eight friends, three boards between us, one oven. Rules: coffee before waves.",
    startDate: inDays(-3),
    endDate: inDays(4),
  });
  const categories: Json[] = [];
  const awards = [
    { name: "Best Wipeout", description: "Most spectacular, least injured", icon: "fas fa-water", color: "yellow" },
    { name: "Sunburn of the Week", description: "Medium rare or well done", icon: "fas fa-sun", color: "red" },
  ];
  for (const [order, award] of awards.entries()) {
    categories.push(await send(admin, "POST", `/api/trips/${trip["id"]}/categories`, { ...award, order }));
  }
  for (const [i, request] of requests.entries()) {
    const nominee = crew[i === 0 ? 0 : 1 % crew.length]!;
    await send(request, "POST", `/api/categories/${categories[0]!["id"]}/vote`, { nomineeId: nominee["id"] });
  }
  const files = typeof photos === "number" ? plainPhotos(photos) : photos;
  for (const [i, file] of files.entries()) await addPhoto(requests[i % requests.length]!, trip["id"]!, file);
  return {
    squad: squad["id"]!,
    trip: trip["id"]!,
    invite,
    crew,
    categories: categories.map((category) => category["id"]!),
  };
}

export type Seed = Awaited<ReturnType<typeof seedTrip>>;

/** Renames the squad, the trip and its awards to 60 letters without a space. `newcomer` joins the crew under such a name. */
export async function makeNamesLong(seed: Seed, admin: APIRequestContext, newcomer: APIRequestContext): Promise<void> {
  const name = "Waves".repeat(12);
  await register(newcomer, name, "Featherstonehaugh-Oyelaran");
  await send(newcomer, "POST", `/api/trips/${seed.squad}/join`, { invite: seed.invite });
  await send(admin, "PUT", `/api/squads/${seed.squad}`, { name, description: name });
  const answer = await admin.get(`/api/trips/${seed.trip}`);
  const { trip } = (await answer.json()) as { trip: Json };
  const { startDate, endDate } = trip;
  await send(admin, "PUT", `/api/trips/${seed.trip}`, { name, location: name, description: name, startDate, endDate });
  for (const id of seed.categories) await send(admin, "PUT", `/api/categories/${id}`, { name, description: name });
}
