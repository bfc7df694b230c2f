import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newSquad, newTrip } from "../../testing/builders.ts";
import { photoColumns } from "../../testing/photo-columns.ts";
import { version } from "../../platform/version.ts";

let swell: TestApp;
beforeAll(async () => {
  // No worker removes files here, so the test can read the list of unwanted files.
  swell = await openTestApp({ WORKER: "off" });
});
afterAll(() => swell.close());

const close = (who: TestPerson, photos?: "leave" | "take") =>
  who.delete("/api/account", { confirm: who.email, password: who.password, ...(photos && { photos }) });

/** Inserts the row of an uploaded photo, without bytes. */
async function photoBy(uploader: TestPerson, place: { squad?: string; trip?: string }, purpose = "gallery") {
  const id = newId();
  await swell.database.db
    .insertInto("media")
    .values({
      id,
      purpose: purpose as "gallery",
      uploader_id: uploader.id,
      squad_id: place.squad ?? null,
      trip_id: place.trip ?? null,
      ...photoColumns(),
      sha256: Buffer.from(id.replaceAll("-", "").repeat(2), "hex"),
    })
    .execute();
  return id;
}

const unwanted = async (id: string) =>
  (await swell.database.db.selectFrom("unwanted_files").select("id").where("id", "=", id).execute()).length > 0;
const exists = async (id: string) =>
  (await swell.database.db.selectFrom("media").select("id").where("id", "=", id).execute()).length > 0;

describe("an account with thousands of photos and likes", () => {
  const count = 4500;
  async function fill(squad: string, uploader: TestPerson, fan: TestPerson) {
    await sql`insert into media (id, purpose, uploader_id, squad_id, file_name, file_type, file_size, sha256, crc32, width, height, likes, taken_at)
      select gen_random_uuid(), 'gallery', ${uploader.id}, ${squad}, 'wave.jpg', 'image/jpeg', 1000, sha256(n::text::bytea), n, 4, 3, 1, now()
      from generate_series(1, ${sql.lit(count)}) n`.execute(swell.database.db);
    await sql`insert into media_likes (media_id, user_id) select id, ${fan.id} from media where squad_id = ${squad}`.execute(
      swell.database.db,
    );
  }
  const left = async (squad: string) =>
    (
      await sql<{
        photos: number;
        owned: number;
        likes: number;
      }>`select count(*)::int photos, count(uploader_id)::int owned,
        coalesce(sum(likes), 0)::int likes from media where squad_id = ${squad}`.execute(swell.database.db)
    ).rows[0];

  test("leaves its photos and takes its likes", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    await fill(squad, bo!, bo!);
    expect((await close(bo!)).status).toBe(204);
    expect(await left(squad)).toEqual({ photos: count, owned: 0, likes: 0 });
    expect((await ana.get(`/api/squads/${squad}/media/outline`)).body["people"]).toEqual([]);
  });

  test("takes its photos along, or goes with its squad", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    await fill(squad, bo!, ana);
    expect((await close(bo!, "take")).status).toBe(204);
    expect(await left(squad)).toEqual({ photos: 0, owned: 0, likes: 0 });
    await fill(squad, ana, ana);
    expect((await close(ana)).status).toBe(204);
    expect(await left(squad)).toEqual({ photos: 0, owned: 0, likes: 0 });
  });
});

describe("a deleted account", () => {
  test("cannot sign in, and its address can register again", async () => {
    const ana = await swell.person("ana");
    const gone = await close(ana);
    expect(gone).toMatchObject({ status: 204, text: "" });
    expect(String(gone.headers["set-cookie"])).toMatch(/session=;/);
    expect((await ana.get("/api/auth/user")).status).toBe(401);
    expect((await swell.visitor.post("/api/login", { email: ana.email, password: ana.password })).status).toBe(401);
    const again = { firstName: "Ana", lastName: "Lopes", email: ana.email, password: "another life" };
    expect((await swell.visitor.post("/api/register", again)).status).toBe(201);
  });

  test.each([
    ["without its address", (who: TestPerson) => ({ password: who.password }), 400, "confirm"],
    [
      "with another address",
      (who: TestPerson) => ({ confirm: "bo@example.org", password: who.password }),
      409,
      "confirm",
    ],
    ["without its password", (who: TestPerson) => ({ confirm: who.email }), 400, "password"],
    ["with a wrong password", (who: TestPerson) => ({ confirm: who.email, password: "not it" }), 400, "password"],
    [
      "with an unknown choice for photos",
      (who: TestPerson) => ({ confirm: who.email, password: who.password, photos: "fly" }),
      400,
      "photos",
    ],
  ])("%s is not deleted", async (_, body, status, path) => {
    const bo = await swell.person("bo");
    expect(await bo.delete("/api/account", body(bo))).toMatchObject({ status, body: { issues: [{ path }] } });
    expect((await bo.get("/api/auth/user")).status).toBe(200);
  });

  test("accepts its address in upper case as confirmation", async () => {
    const cleo = await swell.person("cleo");
    const confirm = ` ${cleo.email.toUpperCase()} `;
    expect((await cleo.delete("/api/account", { confirm, password: cleo.password })).status).toBe(204);
  });

  test("must hand over a squad that has no other admin", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    const refused = await close(ana);
    expect(refused).toMatchObject({ status: 409, body: { code: "last_admin" } });
    expect(refused.body["error"]).toBe(
      "You are the only admin of Dawn Patrol. Please make someone else admin before you delete your account.",
    );
    const told = await ana.get("/api/account");
    expect(told.body["handOver"]).toEqual([{ id: squad, name: "Dawn Patrol" }]);
    await ana.patch(`/api/squads/${squad}/members/${bo!.id}`, { role: "admin" });
    expect((await ana.get("/api/account")).body["handOver"]).toEqual([]);
    expect((await close(ana)).status).toBe(204);
    const { body } = await bo!.get(`/api/squads/${squad}`);
    expect(body["squad"]).toMatchObject({ memberCount: 1 });
    expect(rows(body["members"]).map(({ userId }) => userId)).toEqual([bo!.id]);
  });

  test("takes along squads and trips without other members, and its page lists them", async () => {
    const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"], awards: ["Best Wipeout"] });
    const fields = { name: "Peniche", location: "Portugal", startDate: "2026-08-01", endDate: "2026-08-02" };
    const alone = String((await ana.post("/api/trips", fields)).body["id"]);
    const photo = await photoBy(ana, { squad, trip });
    expect((await ana.get("/api/account")).body).toEqual({
      hasPassword: true,
      isSiteAdmin: false,
      emailConfirmed: true,
      mayInviteByMail: true,
      newEmail: null,
      photoCount: 1,
      commentCount: 0,
      space: null,
      ending: { squads: [{ id: squad, name: "Dawn Patrol" }], trips: [{ id: alone, name: "Peniche" }] },
      handOver: [],
      version,
    });
    expect((await close(ana)).status).toBe(204);
    const { db } = swell.database;
    expect(await db.selectFrom("squads").select("id").where("id", "=", squad).execute()).toEqual([]);
    expect(await db.selectFrom("trips").select("id").where("id", "in", [trip, alone]).execute()).toEqual([]);
    expect(await unwanted(photo)).toBe(true);
  });

  test("takes along its vote in an open award, which can complete it, and no result", async () => {
    const { ana, bo, cleo, dora, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo", "dora"],
      awards: ["Best Wipeout", "Camp Chef"],
    });
    const vote = (who: TestPerson, category: number, nominee: TestPerson) =>
      who.post(`/api/categories/${categories[category]}/vote`, { nomineeId: nominee.id });
    // The first award waits for Bo alone; the second is complete, and Bo won it.
    for (const voter of [ana, cleo!, dora!]) await vote(voter, 0, cleo!);
    for (const voter of [ana, bo!, dora!]) await vote(voter, 1, bo!);
    await vote(cleo!, 1, ana);
    expect((await close(bo!)).status).toBe(204);
    const first = await ana.get(`/api/categories/${categories[0]}/leaderboard`);
    expect(first.body).toMatchObject([{ user: { id: cleo!.id }, voteCount: 3, rank: 1 }]);
    const second = await ana.get(`/api/categories/${categories[1]}/leaderboard`);
    expect(second.body).toMatchObject([
      { user: null, voteCount: 3, rank: 1 },
      { user: { id: ana.id }, voteCount: 1, rank: 2 },
    ]);
    expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ memberCount: 3 });
    const leaderboard = await ana.get(`/api/trips/${trip}/overall-leaderboard`);
    expect(rows(leaderboard.body).map(({ totalVotes }) => totalVotes)).toEqual([3, 3, 1]);
  });

  test("leaves its photos without a name, and takes along its likes and profile photo", async () => {
    const { ana, bo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
    const [mine, theirs] = [await photoBy(bo!, { squad, trip }), await photoBy(ana, { squad, trip })];
    const face = await photoBy(bo!, {}, "profile");
    await ana.post(`/api/media/${mine}/like`);
    for (const who of [ana, bo!]) await who.post(`/api/media/${theirs}/like`);
    expect((await close(bo!)).status).toBe(204);
    const media = rows((await ana.get(`/api/trips/${trip}/media`)).body);
    expect(media).toHaveLength(2);
    expect(media.find(({ id }) => String(id) === mine)).toMatchObject({ uploader: null, likes: 1 });
    expect(media.find(({ id }) => String(id) === theirs)).toMatchObject({ uploader: { id: ana.id }, likes: 1 });
    expect(await exists(face)).toBe(false);
    expect(await unwanted(face)).toBe(true);
  });

  test("leaves its comments without a name, or takes them along", async () => {
    for (const choice of ["leave", "take"] as const) {
      const { ana, bo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
      const photo = await photoBy(ana, { squad, trip });
      const say = (who: TestPerson, text: string, mentions: string[] = []) =>
        who.post(`/api/media/${photo}/comments`, { key: newId(), text, mentions });
      await say(ana, "Mine");
      for (const text of ["One", "Two"]) await say(bo!, text);
      await bo!.put(`/api/media/${photo}/reaction`, { emoji: "👏" });
      expect((await bo!.get("/api/account")).body).toMatchObject({ photoCount: 0, commentCount: 2 });
      expect((await close(bo!, choice)).status).toBe(204);
      const { comments, reactions } = (await ana.get(`/api/media/${photo}/talk`)).body;
      const left = rows(comments).map(({ text, author }) => [text, author?.["id"]]);
      const nameless = [
        ["Two", undefined],
        ["One", undefined],
      ];
      expect(left).toEqual([...(choice === "leave" ? nameless : []), ["Mine", ana.id]]);
      expect(reactions).toEqual({ mine: null, counts: [], people: [] });
      const media = rows((await ana.get(`/api/trips/${trip}/media`)).body);
      expect(media).toMatchObject([{ comments: choice === "leave" ? 3 : 1 }]);
    }
  });

  test("takes along its photos and covers on request", async () => {
    const { ana, bo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
    const [mine, theirs] = [await photoBy(bo!, { squad, trip }), await photoBy(ana, { squad, trip })];
    const cover = await photoBy(bo!, { squad }, "squad");
    const { db } = swell.database;
    await db
      .updateTable("squads")
      .set({ photo_url: `/objects/${cover}` })
      .where("id", "=", squad)
      .execute();
    expect((await close(bo!, "take")).status).toBe(204);
    expect(rows((await ana.get(`/api/trips/${trip}/media`)).body).map(({ id }) => id)).toEqual([theirs]);
    const page = await ana.get(`/api/squads/${squad}`);
    expect(page.body["squad"]).toMatchObject({ photoUrl: null });
    expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ photoCount: 1 });
    for (const id of [mine, cover]) expect(await unwanted(id)).toBe(true);
  });

  test("takes along its demo squad", async () => {
    const eve = await swell.person("eve");
    const { db } = swell.database;
    const friend = newId();
    const made = String((await eve.post("/api/squads", { name: "Demo: Dawn Patrol" })).body["id"]);
    await db.updateTable("squads").set({ demo_of: eve.id }).where("id", "=", made).execute();
    await db
      .insertInto("people")
      .values({
        id: friend,
        first_name: "Kai",
        last_name: "Mendes",
        bio: null,
        profile_image_url: null,
        demo_squad_id: made,
      })
      .execute();
    await db
      .insertInto("squad_members")
      .values({ id: newId(), squad_id: made, user_id: friend, role: "member" })
      .execute();
    expect((await eve.get("/api/account")).body).toMatchObject({
      photoCount: 0,
      ending: { squads: [], trips: [] },
      handOver: [],
    });
    expect((await eve.get("/api/crew-stats")).body).toEqual({
      memberCount: 1,
      activeTripCount: 0,
      awardCategoryCount: 0,
    });
    expect((await close(eve)).status).toBe(204);
    expect(await db.selectFrom("people").select("id").where("demo_squad_id", "is not", null).execute()).toEqual([]);
    expect(await db.selectFrom("squads").select("id").where("demo_of", "is not", null).execute()).toEqual([]);
  });

  test("without a password needs only its address as confirmation", async () => {
    const dora = await swell.person("dora");
    await swell.database.db
      .updateTable("accounts")
      .set({ password_hash: null })
      .where("person_id", "=", dora.id)
      .execute();
    expect((await dora.get("/api/account")).body["hasPassword"]).toBe(false);
    expect((await dora.delete("/api/account", { confirm: dora.email })).status).toBe(204);
  });
});

describe("at the same moment", () => {
  const rounds = Array.from({ length: 6 }, (_, round) => round);

  test("several deletions delete an account once", async () => {
    for (const _ of rounds) {
      const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
      const replies = await Promise.all([close(bo!), close(bo!, "take"), close(bo!)]);
      expect(replies.map(({ status }) => String(status)).sort()).toEqual(["204", "401", "401"]);
      expect((await ana.get(`/api/squads/${squad}`)).body["squad"]).toMatchObject({ memberCount: 1 });
    }
  });

  test("others' votes, likes and joins count, and those of the deleted account do not", async () => {
    for (const round of rounds) {
      const { ana, bo, cleo, squad, trip, categories, inviteOf } = await newTrip(swell, {
        crew: ["ana", "bo", "cleo"],
        awards: ["Best Wipeout"],
      });
      const vote = `/api/categories/${categories[0]}/vote`;
      const photo = await photoBy(ana, { squad, trip });
      const dora = await swell.person("dora");
      const invite = await inviteOf();
      await ana.post(vote, { nomineeId: round % 2 ? bo!.id : ana.id });
      const [gone, ...others] = await Promise.all([
        close(bo!, round % 2 ? "take" : "leave"),
        cleo!.post(vote, { nomineeId: ana.id }),
        cleo!.post(`/api/media/${photo}/like`),
        dora.post(`/api/trips/${squad}/join`, { invite }),
        bo!.post(vote, { nomineeId: bo!.id }),
        bo!.post(`/api/media/${photo}/like`),
      ]);
      expect(gone.status).toBe(204);
      expect(others.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const { status } of others.slice(3)) expect(status).toBeLessThan(500);
      const media = rows((await ana.get(`/api/trips/${trip}/media`)).body);
      expect(media).toMatchObject([{ id: photo, likes: 1 }]);
      const { body } = await ana.get(`/api/squads/${squad}`);
      expect(body["squad"]).toMatchObject({ memberCount: 3 });
      expect(body["members"]).toHaveLength(3);
      const progress = await ana.get(`/api/categories/${categories[0]}/voting-progress`);
      // Bo's vote stays if the award was complete before the deletion.
      const [cleosVote, , , bosVote] = others;
      const isBosCounted = [cleosVote, bosVote].some((cast) => Number(cast?.body["progress"]?.["votesReceived"]) === 3);
      expect(progress.body["votesReceived"]).toBe(isBosCounted ? 3 : 2);
    }
  });

  test("of two admins who delete their accounts, one is refused", async () => {
    for (const _ of rounds) {
      const { ana, bo, cleo, squad } = await newSquad(swell, "ana", "bo", "cleo");
      await ana.patch(`/api/squads/${squad}/members/${bo!.id}`, { role: "admin" });
      const replies = await Promise.all([close(ana), close(bo!)]);
      expect(replies.map(({ status }) => String(status)).sort()).toEqual(["204", "409"]);
      const members = rows((await cleo!.get(`/api/squads/${squad}/members`)).body);
      expect(members.map(({ role }) => role)).toContain("admin");
    }
  });

  test("a squad made or joined during the deletion is left too", async () => {
    for (const _ of rounds) {
      const { ana, squad, inviteOf } = await newSquad(swell, "ana");
      const bo = await swell.person("bo");
      const invite = await inviteOf();
      const [gone, ...others] = await Promise.all([
        close(bo),
        bo.post(`/api/trips/${squad}/join`, { invite }),
        bo.post("/api/squads", { name: "Night Shift" }),
      ]);
      expect(gone.status).toBe(204);
      for (const { status } of others) expect(status).toBeLessThan(500);
      expect((await ana.get(`/api/squads/${squad}`)).body["squad"]).toMatchObject({ memberCount: 1 });
      const orphans = await swell.database.db.selectFrom("squads").select("id").where("member_count", "=", 0).execute();
      expect(orphans).toEqual([]);
    }
  });

  test("a squad made while the deletion waits for a lock is deleted too", async () => {
    const { bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
    const { db } = swell.database;
    let closing: ReturnType<typeof close> | undefined;
    await swell.database.transact(async (tx) => {
      await tx.selectFrom("trip_members").select("id").where("trip_id", "=", trip).forUpdate().execute();
      closing = close(bo!);
      // When the deletion waits for these rows, it has read Bo's squads.
      await vi.waitFor(async () => {
        const waiting =
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            db,
          );
        expect(waiting.rows).toHaveLength(1);
      });
      expect((await bo!.post("/api/squads", { name: "Night Shift" })).status).toBe(201);
    });
    expect((await closing!).status).toBe(204);
    expect(await db.selectFrom("squads").select("id").where("member_count", "=", 0).execute()).toEqual([]);
  });
});
