import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add, addressFor, put } from "../../media/fixtures/uploading.ts";
import { type Client, type Reply, type TestApp, openTestApp, rows } from "../app.ts";
import { newSquad, newTrip } from "../builders.ts";
import {
  type TestSeat,
  adminsLink,
  makeLink,
  mergeBy,
  seatIn,
  secretOf,
  takeSeat,
  ticketOf,
  undoMerge,
} from "../seats.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const comeBack = (token: string) => swell.visitor.post("/api/seats/return", { token });
const isIn = async (who: Client) => (await who.get("/api/auth/user")).status === 200;
const newAccount = async () => swell.confirm(await swell.person("tomas"));

/** The squad of Ana, and Tom, who has a seat. */
async function withTom() {
  const made = await newSquad(swell, "ana");
  return { ...made, tom: await takeSeat(swell, made.squad, await made.inviteOf(), "Tom") };
}

describe("an admin who wants to read a ballot", () => {
  test("finds no choice of an open award by any order of links, merges and undoings", async () => {
    const made = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Hat", "Best Wipeout"] });
    const { ana, bo, squad, trip, inviteOf } = made;
    const [hat, wipeout] = made.categories as [string, string];
    const invite = await inviteOf();
    const tom = await takeSeat(swell, squad, invite, "Tom");
    const own = await takeSeat(swell, squad, invite, "Ana's second");
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo!.id, tom.id, own.id] });
    const vote = (who: Client, award: string, nominee: { id: string }) =>
      who.post(`/api/categories/${award}/vote`, { nomineeId: nominee.id });
    const ballotOf = async (who: Client, award: string) => (await who.get(`/api/categories/${award}/my-vote`)).body;
    for (const who of [ana, bo!, tom, own]) await vote(who, wipeout, bo!);
    await vote(tom, hat, bo!);
    const isVoid = { nomineeId: null, isVoid: true };
    const readAs = async (seat: { id: string }) => {
      const { body } = await comeBack(secretOf(await adminsLink(ana, squad, seat)));
      expect(body["user"]).toMatchObject({ id: seat.id });
      return seatIn(swell.app, await comeBack(secretOf(await adminsLink(ana, squad, seat))));
    };
    // The merge first: what the seat chose is void, and in complete awards gone.
    expect((await ana.post(`/api/squads/${squad}/merges`, { userId: tom.id, intoId: own.id })).status).toBe(201);
    expect(await ballotOf(own, hat)).toEqual(isVoid);
    expect(await ballotOf(own, wipeout)).toMatchObject({ nomineeId: bo!.id });
    expect((await undoMerge(ana, tom)).status).toBe(204);
    const again = await readAs(tom);
    expect(await ballotOf(again, hat)).toEqual(isVoid);
    expect(JSON.stringify(await ballotOf(again, wipeout))).not.toContain(bo!.id);
    // The link first, then a merge into the admin's own account.
    await vote(again, hat, bo!);
    const thief = await readAs(tom);
    expect(await ballotOf(thief, hat)).toEqual(isVoid);
    expect((await mergeBy(ana, await ticketOf(thief))).status).toBe(201);
    expect(JSON.stringify([await ballotOf(ana, hat), (await ana.get("/api/merges")).body])).not.toContain(bo!.id);
    expect((await undoMerge(ana, tom)).status).toBe(204);
    expect(await ballotOf(await readAs(tom), hat)).toEqual(isVoid);
  });

  test("confirms a seat and learns nothing of its ballot", async () => {
    const { ana, bo, squad, trip, categories, inviteOf } = await newTrip(swell, {
      crew: ["ana", "bo"],
      awards: ["Hat"],
    });
    const tom = await takeSeat(swell, squad, await inviteOf(), "Tom");
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo!.id, tom.id] });
    await tom.post(`/api/categories/${categories[0]}/vote`, { nomineeId: bo!.id });
    const confirmed = await ana.post(`/api/squads/${squad}/seats/${tom.id}/confirm`, {});
    expect([confirmed.status, confirmed.text]).toEqual([204, ""]);
    const card = rows((await ana.get(`/api/squads/${squad}/seats`)).body)[0]!;
    expect([Object.keys(card).toSorted(), JSON.stringify(card).includes(bo!.id)]).toEqual([
      ["confirmed", "device", "isWaiting", "newLink", "satAt", "user"],
      false,
    ]);
  });
});

describe("a merge ticket", () => {
  test("works once, and not again after the merge was undone", async () => {
    const { tom } = await withTom();
    const [account, other] = [await newAccount(), await newAccount()];
    const link = await makeLink(tom);
    const ticket = await ticketOf(tom);
    expect((await mergeBy(account, ticket)).status).toBe(201);
    for (const who of [account, other]) expect((await mergeBy(who, ticket)).status).toBe(404);
    expect((await undoMerge(account, tom)).status).toBe(204);
    for (const who of [account, other]) expect((await mergeBy(who, ticket)).body["key"]).toBe("merge_ticket_ended");
    const back = seatIn(swell.app, await comeBack(link));
    expect((await mergeBy(other, await ticketOf(back))).status).toBe(201);
  });

  test("is worth nothing after an hour, and on another server", async () => {
    const { tom } = await withTom();
    const account = await newAccount();
    const ticket = await ticketOf(tom);
    const elsewhere = await openTestApp();
    try {
      const stranger = await elsewhere.confirm(await elsewhere.person("zoe"));
      expect((await mergeBy(stranger, ticket)).body["key"]).toBe("merge_ticket_ended");
    } finally {
      await elsewhere.close();
    }
    const now = Date.now;
    try {
      Date.now = () => now() + 3_600_500;
      expect((await mergeBy(account, ticket)).body["key"]).toBe("merge_ticket_ended");
    } finally {
      Date.now = now;
    }
    expect((await mergeBy(account, ticket)).status).toBe(201);
  });

  test("ends the sessions of the seat on its other devices", async () => {
    const { tom, ana, squad } = await withTom();
    const second = seatIn(swell.app, await comeBack(await makeLink(tom)));
    const [ticket, theirs] = [await ticketOf(tom), await ticketOf(second)];
    const account = await newAccount();
    expect((await mergeBy(account, ticket)).status).toBe(201);
    expect([await isIn(tom), await isIn(second)]).toEqual([false, false]);
    expect((await mergeBy(await newAccount(), theirs)).status).toBe(404);
    expect((await second.post(`/api/squads/${squad}/expected`, { names: ["x"] })).status).toBe(401);
    await undoMerge(account, tom);
    expect([await isIn(tom), await isIn(second)]).toEqual([false, false]);
    expect((await ana.get(`/api/squads/${squad}/members`)).text).toContain(tom.id);
  });
});

describe("undoing a merge", () => {
  test("is for who made it, once, also while the other person uploads", async () => {
    const { ana, bo, squad, trip, inviteOf } = await newTrip(swell, { crew: ["ana", "bo"] });
    const tom = await takeSeat(swell, squad, await inviteOf(), "Tom");
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo!.id, tom.id] });
    const upload = async (who: TestSeat) => add(swell, who, `/api/trips/${trip}`, await jpeg());
    const before = String((await upload(tom)).body["id"]);
    const account = await newAccount();
    await mergeBy(account, await ticketOf(tom));
    for (const who of [ana, bo!]) expect((await undoMerge(who, tom)).status).toBe(404);
    expect((await undoMerge(swell.visitor, tom)).status).toBe(401);
    const [one, two, ...photos] = await Promise.all([
      undoMerge(account, tom),
      undoMerge(account, tom),
      ...[1, 2, 3].map(() => upload(account)),
    ]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([204, 404]);
    await expectPhotos(ana, trip, [before, ...idsOf(photos)], [tom.id, account.id]);
  });

  test("of a merge at the moment of uploads and votes loses no photo", async () => {
    const made = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Hat"] });
    const { ana, bo, squad, trip, categories, inviteOf } = made;
    const account = await newAccount();
    for (let round = 0; round < 3; round++) {
      const tom = await takeSeat(swell, squad, await inviteOf(), "Tom");
      await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo!.id, tom.id] });
      const urls = await Promise.all([1, 2, 3].map(() => addressFor(tom)));
      for (const url of urls) await put(swell, tom, url, await jpeg({ width: 60 + round, height: 40 }));
      const ticket = await ticketOf(tom);
      const before = rows((await ana.get(`/api/trips/${trip}/media`)).body).map(({ id }) => String(id));
      const [merged, vote, ...photos] = await Promise.all([
        mergeBy(account, ticket),
        tom.post(`/api/categories/${categories[0]}/vote`, { nomineeId: bo!.id }),
        ...urls.map((mediaURL) => tom.put(`/api/trips/${trip}/media`, { mediaURL, fileName: "wave.jpg" })),
      ]);
      expect([merged.status, [200, 401, 404].includes(vote.status)]).toEqual([201, true]);
      // A photo that came too late for the seat is the account's to register: its bytes have arrived.
      for (const [n, { status, text }] of photos.entries()) {
        expect([201, 401, 404, 409], text).toContain(status);
        if (status !== 201)
          photos[n] = await account.put(`/api/trips/${trip}/media`, { mediaURL: urls[n], fileName: "wave.jpg" });
      }
      expect(photos.map((photo) => photo.status)).toEqual([201, 201, 201]);
      await expectPhotos(ana, trip, [...before, ...idsOf(photos)], [account.id]);
      const { rows: odd } = await sql`select v.voter_id from votes v
        left join trip_members m on m.user_id = v.voter_id and m.trip_id = ${trip}
        where v.category_id = ${categories[0]} and m.id is null`.execute(swell.database.db);
      expect(odd).toEqual([]);
    }
  });
});

test("a merge made anew is not undone by the undoing of one before it", async () => {
  const { ana, squad, trip, inviteOf } = await newTrip(swell, { crew: ["ana"] });
  const [tom, tim] = [
    await takeSeat(swell, squad, await inviteOf(), "Tom"),
    await takeSeat(swell, squad, await inviteOf(), "Tim"),
  ];
  await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, tom.id] });
  const upload = async (who: TestSeat) =>
    String((await add(swell, who, `/api/trips/${trip}`, await jpeg())).body["id"]);
  const first = await upload(tom);
  const account = await newAccount();
  expect((await ana.post(`/api/squads/${squad}/merges`, { userId: tom.id, intoId: tim.id })).status).toBe(201);
  expect((await mergeBy(account, await ticketOf(tim))).status).toBe(201);
  expect((await undoMerge(ana, tom)).status).toBe(204);
  const back = seatIn(swell.app, await comeBack(secretOf(await adminsLink(ana, squad, tom))));
  const second = await upload(back);
  expect((await mergeBy(account, await ticketOf(back))).status).toBe(201);
  expect((await undoMerge(account, tim)).status).toBe(204);
  await expectPhotos(ana, trip, [first, second], [account.id]);
  expect((await ana.get(`/api/trips/${trip}/members`)).text).toContain(account.id);
  expect((await undoMerge(account, tom)).status).toBe(204);
  await expectPhotos(ana, trip, [first, second], [tom.id]);
  const people = [`/api/trips/${trip}`, `/api/squads/${squad}`].map(async (place) =>
    rows((await ana.get(`${place}/members`)).body).map(({ userId }) => String(userId)),
  );
  const [crew, members] = await Promise.all(people);
  expect([crew!.toSorted(), members!.toSorted()]).toEqual([
    [ana.id, tom.id].toSorted(),
    [ana.id, tom.id, tim.id].toSorted(),
  ]);
});

const idsOf = (replies: readonly Reply[]) =>
  replies.filter(({ status }) => status < 300).map(({ body }) => String(body["id"]));

/** Demands exactly these photos in a trip, each of one of these people. */
async function expectPhotos(who: Client, trip: string, ids: readonly string[], people: readonly string[]) {
  const shown = rows((await who.get(`/api/trips/${trip}/media`)).body);
  expect(shown.map(({ id }) => String(id)).toSorted()).toEqual([...new Set(ids)].toSorted());
  for (const { uploader } of shown) expect(people).toContain(uploader?.["id"]);
}
