import { afterAll, beforeAll, expect, test } from "vitest";
import { adminCalls } from "#contract/admin.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add } from "../../media/fixtures/uploading.ts";
import { type TestApp, openTestApp } from "../app.ts";
import { newTrip } from "../builders.ts";
import { nextYearsEvening } from "../evening.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../site-admins.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ ...siteAdminsOfTests, LOG_LEVEL: "warn" }, undefined, { logTo: { write: () => {} } });
});
afterAll(() => swell.close());

const reads = Object.entries(adminCalls as Readonly<Record<string, Endpoint>>)
  .filter(([name, { access }]) => access === "admin" && name.startsWith("GET "))
  .map(([name]) => name.slice("GET ".length));

test("no admin call tells a text, a photo, a ballot or an address", async () => {
  const rita = await newSiteAdmin(swell);
  const mark = (what: string) => `Marked${what}`;
  const { ana, bo, squad, trip, categories } = await newTrip(swell, { crew: ["ana", "bo"], awards: [mark("Award")] });
  const written = [
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", description: mark("Squad") }),
    await ana.put(`/api/trips/${trip}`, {
      name: mark("Trip"),
      location: mark("Place"),
      description: mark("Plan"),
      startDate: "2026-07-04T00:00:00.000Z",
      endDate: "2026-07-11T00:00:00.000Z",
    }),
    await ana.patch("/api/auth/user", { bio: mark("Bio") }),
    await add(swell, bo!, `/api/trips/${trip}`, await jpeg(), {
      fileName: `${mark("Photo")}.jpg`,
      caption: mark("Caption"),
    }),
    await ana.post(`/api/trips/${trip}/night`, { startsAt: nextYearsEvening, timeZone: "Europe/Lisbon" }),
    await bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id }),
    await bo!.post(`/api/categories/${categories[0]}/receipts`, { nomineeId: ana.id, text: mark("Proof") }),
    await ana.post("/api/squad-invites", { squadId: squad, emails: ["marked@example.org"], message: mark("Letter") }),
  ];
  for (const { status, text } of written) expect(status, text).toBeLessThan(300);
  const photo = String(written[3]!.body["id"]);
  await rita.post(`/api/admin/people/${bo!.id}/end-sessions`, {});
  await swell.visitor.post("/api/login", { email: ana.email, password: mark("Password") });
  await swell.app.securityLines.stop();

  let told = "";
  for (const path of reads) {
    const { status, text } = await rita.get(path);
    expect([path, status]).toEqual([path, 200]);
    told += text;
  }
  // The premise: they tell of the squad and its people.
  for (const name of ["Dawn Patrol", "Ana Berg", "Bo Berg", "login_refused"]) expect(told).toContain(name);
  // Lines of the security log hold ids of trips, which say nothing.
  const hidden = [/marked/i, photo, categories[0]!, ana.email, bo!.email, "@", "/objects/", "nominee"];
  for (const secret of hidden) expect(told).not.toMatch(secret);
});
