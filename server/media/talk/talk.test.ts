import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { addLikedPhoto } from "../../testing/liked-photo.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** A trip of three with a photo by Bo; Ana runs it. */
async function newPhoto() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
  const { ana, squad, trip } = made;
  const bo = made.bo!;
  const cleo = made.cleo!;
  const photo = await addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId: bo.id }, 0);
  const on = `/api/media/${photo}`;
  const say = (who: TestPerson, text: string, more = {}) =>
    who.post(`${on}/comments`, { key: randomUUID(), text, ...more });
  const talk = async (who: TestPerson) => (await who.get(`${on}/talk`)).body;
  const texts = async (who: TestPerson) => rows((await talk(who))["comments"]).map(({ text }) => text);
  const count = async () => rows((await ana.get(`/api/trips/${trip}/media`)).body)[0]!["comments"];
  return { ...made, ana, bo, cleo, photo, on, say, talk, texts, count };
}

const idOf = ({ body }: Reply) => String(body["id"]);
const age = (id: string, minutes: number) =>
  swell.database.db
    .updateTable("comments")
    .set({ created_at: new Date(Date.now() - minutes * 60_000) })
    .where("id", "=", id)
    .execute();

describe("a comment", () => {
  test("shows to all members with its author, the latest first, and counts", async () => {
    const { ana, bo, cleo, say, talk, count } = await newPhoto();
    const first = await say(ana, "  Who is that?\n\nLooks cold.  ");
    expect(first).toMatchObject({ status: 201, body: { mayEdit: true, mayDelete: true, editedAt: null } });
    await say(cleo, "Me, obviously");
    expect(await talk(bo)).toMatchObject({
      comments: [
        { text: "Me, obviously", author: { id: cleo.id }, mayEdit: false, mayDelete: false },
        { text: "Who is that?\n\nLooks cold.", author: { id: ana.id } },
      ],
      earlier: null,
      commentsOff: false,
      maySwitch: true,
    });
    expect(await count()).toBe(2);
  });

  test("is added once when its request is sent again, also twice at the same moment", async () => {
    const { ana, on, count } = await newPhoto();
    const body = { key: randomUUID(), text: "Sent twice" };
    const replies = await Promise.all([1, 2, 3].map(() => ana.post(`${on}/comments`, body)));
    expect(new Set(replies.map(idOf)).size).toBe(1);
    expect(replies.map(({ status }) => String(status)).sort()).toEqual(["200", "200", "201"]);
    expect(await count()).toBe(1);
  });

  test("is refused without a visible character and above 1,000 characters", async () => {
    const { ana, say, count } = await newPhoto();
    for (const text of ["", "  \n ", "\u200B", "x".repeat(1001)]) expect((await say(ana, text)).status).toBe(400);
    expect((await say(ana, "x".repeat(1000))).status).toBe(201);
    expect(await count()).toBe(1);
  });

  test("can be changed by its author alone, for 15 minutes", async () => {
    const { ana, bo, say, texts } = await newPhoto();
    const id = idOf(await say(bo, "Nise wave"));
    const change = (who: TestPerson) => who.patch(`/api/comments/${id}`, { text: "Nice wave" });
    expect((await change(ana)).status).toBe(403);
    await age(id, 14);
    expect(await change(bo)).toMatchObject({ status: 200, body: { text: "Nice wave", editedAt: expect.any(String) } });
    await age(id, 16);
    expect(await bo.patch(`/api/comments/${id}`, { text: "Too late" })).toMatchObject({
      status: 409,
      body: { error: "A comment can be changed for 15 minutes. You can still delete it." },
    });
    expect(await texts(ana)).toEqual(["Nice wave"]);
  });

  test("can be deleted by its author and by organizers", async () => {
    const { ana, bo, cleo, say, count } = await newPhoto();
    const [mine, theirs] = [idOf(await say(bo, "Mine")), idOf(await say(bo, "Theirs"))];
    expect((await cleo.delete(`/api/comments/${mine}`)).status).toBe(403);
    const twice = await Promise.all([bo.delete(`/api/comments/${mine}`), bo.delete(`/api/comments/${mine}`)]);
    expect(twice.map(({ status }) => String(status)).sort()).toEqual(["204", "404"]);
    expect(await count()).toBe(1);
    expect((await ana.delete(`/api/comments/${theirs}`)).status).toBe(204);
    expect(await count()).toBe(0);
  });
});

test("comments that come and go at the same moment are counted right", async () => {
  const { ana, bo, cleo, say, texts, count } = await newPhoto();
  const first = await Promise.all([ana, bo, cleo].map((who) => say(who, "First")));
  const replies = await Promise.all([
    ...[ana, bo, cleo].map((who) => say(who, "Second")),
    ...first.map((said) => ana.delete(`/api/comments/${idOf(said)}`)),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 204, 204, 204]);
  expect(await texts(bo)).toEqual(["Second", "Second", "Second"]);
  expect(await count()).toBe(3);
});

test("250 comments are read page by page, each once", async () => {
  const { ana, photo, on } = await newPhoto();
  const { db } = swell.database;
  const numbered = Array.from({ length: 250 }, (_, i) => `Comment ${i}`);
  await db
    .insertInto("comments")
    .values(
      numbered.map((text, i) => ({
        id: `0190a5b0-0000-7000-8000-${String(i).padStart(12, "0")}`,
        media_id: photo,
        author_id: ana.id,
        key: randomUUID(),
        text,
      })),
    )
    .execute();
  const { comments, earlier } = (await ana.get(`${on}/talk`)).body;
  const read = rows(comments).map(({ text }) => text);
  expect(read).toHaveLength(30);
  let next: string | null = `${on}/comments?cursor=${String(earlier)}&limit=60`;
  for (let page = 0; next !== null && page < 10; page++) {
    const reply: Reply = await ana.get(next);
    read.push(...rows(reply.body).map(({ text }) => text));
    next = /<([^>]+)>/.exec(String(reply.headers["link"] ?? ""))?.[1] ?? null;
  }
  expect(read).toEqual(numbered.toReversed());
  expect((await ana.get(`${on}/comments?cursor=none`)).status).toBe(400);
});

describe("a mention", () => {
  test("names people who can see the photo, whatever they are called later", async () => {
    const { ana, bo, cleo, say, talk, texts } = await newPhoto();
    const { firstName, lastName } = (await cleo.get("/api/auth/user")).body;
    const called = `${String(firstName)} ${String(lastName)}`;
    const said = await say(bo, `Look, @${called}!`, { mentions: [cleo.id, ana.id] });
    expect(said.body["mentions"]).toEqual([{ id: cleo.id, name: called }]);
    await cleo.patch("/api/auth/user", { firstName: "Chloe" });
    expect((await talk(ana))["comments"]).toMatchObject([{ mentions: [{ id: cleo.id, name: called }] }]);
    expect(await texts(ana)).toEqual([`Look, @${called}!`]);
  });

  test("of somebody who cannot see the photo is refused, and nothing is added", async () => {
    const { ana, say, count } = await newPhoto();
    const eve = await swell.person("eve");
    const refused = await say(ana, "Hello @Eve", { mentions: [eve.id] });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "mentions" }] } });
    expect(await count()).toBe(0);
  });

  test("is neither offered of a name that is still expected, nor taken", async () => {
    const { ana, squad, on, say } = await newPhoto();
    expect((await ana.post(`/api/squads/${squad}/expected`, { names: ["Lena"] })).status).toBe(201);
    expect((await ana.get(`${on}/people?search=lena`)).body).toEqual([]);
    const { id } = await swell.database.db
      .selectFrom("expected_people")
      .select("person_id as id")
      .where("squad_id", "=", squad)
      .executeTakeFirstOrThrow();
    expect((await say(ana, "@Lena", { mentions: [id] })).status).toBe(400);
  });

  test("is offered for the beginning of a name, among those who can see the photo", async () => {
    const { ana, bo, cleo, on } = await newPhoto();
    await swell.person("cleopatra");
    const found = async (who: TestPerson, search: string) =>
      rows((await who.get(`${on}/people?search=${search}`)).body).map(({ id }) => id);
    expect(await found(ana, "")).toEqual([bo.id, cleo.id]);
    expect(await found(ana, "CLE")).toEqual([cleo.id]);
    expect(await found(ana, "leo")).toEqual([]);
    expect(await found(cleo, "cle")).toEqual([]);
  });
});

describe("a photo whose comments are off", () => {
  test("takes no new ones and still shows the others", async () => {
    const { ana, bo, on, say, talk, texts } = await newPhoto();
    await say(ana, "First");
    const off = (who: TestPerson, commentsOff: boolean) => who.patch(on, { commentsOff });
    expect((await off(ana, true)).status).toBe(403);
    expect((await off(bo, true)).status).toBe(200);
    expect(await say(ana, "Second")).toMatchObject({
      status: 409,
      body: { error: "Comments on this photo are turned off." },
    });
    expect(await talk(ana)).toMatchObject({ commentsOff: true, maySwitch: false });
    await bo.patch(on, { caption: "Cold" });
    expect(await talk(ana)).toMatchObject({ commentsOff: true });
    await off(bo, false);
    expect((await say(ana, "Third")).status).toBe(201);
    expect(await texts(bo)).toEqual(["Third", "First"]);
  });
});

describe("a reaction", () => {
  test("is one a person: another replaces it, null takes it back", async () => {
    const { ana, bo, cleo, on, talk } = await newPhoto();
    const react = async (who: TestPerson, emoji: string | null) => (await who.put(`${on}/reaction`, { emoji })).body;
    await react(ana, "🔥");
    await react(bo, "🔥");
    expect(await react(bo, "🔥")).toMatchObject({ mine: "🔥", counts: [{ emoji: "🔥", count: 2 }] });
    const changed = await react(bo, "🏄");
    expect(changed["counts"]).toHaveLength(2);
    expect((await talk(cleo))["reactions"]).toMatchObject({
      mine: null,
      people: [
        { id: bo.id, emoji: "🏄" },
        { id: ana.id, emoji: "🔥" },
      ],
    });
    expect(await react(bo, null)).toMatchObject({ mine: null, counts: [{ emoji: "🔥", count: 1 }] });
    expect((await ana.put(`${on}/reaction`, { emoji: "🍕" })).status).toBe(400);
  });
});

describe("comments and reactions", () => {
  test("are hidden with a photo in the trash, come back with it, and go with it", async () => {
    const { ana, bo, photo, on, say, texts, count } = await newPhoto();
    const id = idOf(await say(ana, "Still here"));
    await ana.put(`${on}/reaction`, { emoji: "👏" });
    await bo.delete(on);
    expect((await ana.get(`${on}/talk`)).status).toBe(404);
    expect((await say(ana, "Too late")).status).toBe(404);
    expect((await ana.patch(`/api/comments/${id}`, { text: "Too late" })).status).toBe(404);
    expect((await bo.post(`${on}/restore`, {})).status).toBe(204);
    expect(await texts(bo)).toEqual(["Still here"]);
    expect(await count()).toBe(1);
    await bo.delete(on);
    expect((await bo.delete(`${on}/trash`)).status).toBe(204);
    const { db } = swell.database;
    for (const table of ["comments", "reactions"] as const)
      expect(await db.selectFrom(table).select("media_id").where("media_id", "=", photo).execute()).toEqual([]);
  });

  test("in a public squad are the members' alone, with their number", async () => {
    const { ana, on, say, squad, trip } = await newPhoto();
    await say(ana, "Among us");
    await swell.database.db.updateTable("squads").set({ is_public: true }).where("id", "=", squad).execute();
    const eve = await swell.person("eve");
    expect((await eve.get(`${on}/talk`)).status).toBe(403);
    const lists = [`/api/trips/${trip}/media`, `/api/squads/${squad}/media`];
    for (const list of lists) {
      expect(rows((await eve.get(list)).body)).toMatchObject([{ comments: null }]);
      expect(rows((await ana.get(list)).body)).toMatchObject([{ comments: 1 }]);
    }
    expect((await eve.get(`/api/trips/${trip}`)).body["media"]).toMatchObject([{ comments: null }]);
    expect((await ana.get(`/api/trips/${trip}`)).body["media"]).toMatchObject([{ comments: 1 }]);
    expect((await ana.get("/api/recent-media")).body).toMatchObject([{ comments: 1 }]);
    const seen = rows((await swell.visitor.get("/api/public/recent-media")).body);
    expect(seen[0]).toMatchObject({ comments: null });
  });
});
