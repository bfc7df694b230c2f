import { afterAll, beforeAll, expect, test } from "vitest";
import type { NightTime } from "#contract/night-time.ts";
import { add } from "../../media/fixtures/uploading.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { dayMs } from "../../platform/durations.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ WORKER: "off" });
});
afterAll(() => swell.close());

test("the dashboard names the people who added photos last to a running trip", async () => {
  const { ana, bo, cleo, trip } = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
  for (const person of [bo!, ana, bo!]) await add(swell, person, `/api/trips/${trip}`, await jpeg());
  const namesFor = async (person: typeof ana) =>
    (
      (await person.get("/api/dashboard")).body["lastUploaders"] as unknown as { people: { firstName: string }[] }[]
    ).map(({ people }) => people.map(({ firstName }) => firstName));
  expect(await namesFor(cleo!)).toEqual([]);
  const around = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  await ana.put(`/api/trips/${trip}`, {
    name: "Ericeira",
    location: "Portugal",
    startDate: around(-2),
    endDate: around(2),
  });
  expect(await namesFor(cleo!)).toEqual([["Bo", "Ana"]]);
  expect(await namesFor(await swell.person("kai"))).toEqual([]);
});

test("lists of trips and the trip itself name its night, and who took most after it", async () => {
  const { ana, bo, cleo, squad, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo", "cleo"],
    awards: ["Best Wipeout"],
  });
  const night = `/api/trips/${trip}/night`;
  const nights = async () => {
    const [dashboard, list, page] = await Promise.all(
      ["/api/dashboard", `/api/squads/${squad}/trips`, `/api/trips/${trip}`].map(
        async (url) => (await bo!.get(url)).body,
      ),
    );
    const lists = [dashboard!["trips"], list, [page!["trip"]]] as unknown as {
      id: string;
      night: NightTime | null;
    }[][];
    const [first, ...others] = lists.map((trips) => trips.find(({ id }) => id === trip)!.night);
    for (const other of others) expect(other).toEqual(first);
    return { night: first, nightWinners: page!["nightWinners"] };
  };
  expect(await nights()).toEqual({ night: null, nightWinners: [] });
  const plan = { startsAt: new Date(Date.now() + dayMs).toJSON(), timeZone: "Europe/Lisbon" };
  expect((await ana.post(night, plan)).status).toBe(201);
  expect(await nights()).toEqual({
    night: { ...plan, stage: "planned", overAt: null, noSelfVotes: false },
    nightWinners: [],
  });
  for (const voter of [ana, bo!, cleo!])
    expect((await voter.post(`/api/categories/${categories[0]}/vote`, { nomineeId: bo!.id })).status).toBe(200);
  expect((await ana.post(`${night}/close`, {})).status).toBe(200);
  expect(await nights()).toMatchObject({ night: { stage: "closed" }, nightWinners: [] });
  let show = (await ana.post(`${night}/start`, {})).body;
  expect(await nights()).toMatchObject({ night: { stage: "live", overAt: null }, nightWinners: [] });
  while (show["isLast"] !== (true as unknown))
    show = (await ana.post(`${night}/next`, { position: show["position"] })).body;
  expect(await nights()).toMatchObject({
    night: { stage: "over", overAt: expect.any(String) },
    nightWinners: [{ user: { firstName: "Bo" }, golds: 1 }],
  });
});
