import { desktop, expect, phone, test } from "../fixtures.ts";
import { expectSteady, watchShifts } from "../layout-shift.ts";
import { addAward, castVote } from "../seed-awards.ts";
import { seedTrip, send } from "../seed.ts";

for (const [look, options] of [
  ["a phone", phone],
  ["a desktop", desktop],
] as const) {
  test(`awards, leaderboards, profiles and crews do not move while they load on ${look}`, async ({ open }) => {
    const [{ page }, bo] = [await open("Ana", options), await open("Bo")];
    const seed = await seedTrip([page.request, bo.page.request], 4);
    for (const name of ["Camp Chef", "Night Owl", "Worst Wax"]) {
      const award = await addAward(page.request, seed.trip, name);
      for (const { request } of [page, bo.page]) await castVote(request, award, seed.crew[1]!);
    }
    const { media } = (await (await page.request.get(`/api/trips/${seed.trip}`)).json()) as { media: { id: string }[] };
    for (const { id } of media) await send(page.request, "POST", `/api/media/${id}/like`, {});
    // A photo appears among the awards once its pictures are made.
    const awards = async () =>
      (await (await page.request.get(`/api/trips/${seed.trip}/awards`)).json()) as { bestPhotos: unknown[] };
    await expect.poll(async () => (await awards()).bestPhotos.length).toBe(media.length);
    await watchShifts(page);
    const names = page.getByText("Bo Berg").filter({ visible: true });
    const isThere = () => expect(names.first()).toBeVisible();
    for (const url of [
      "/awards",
      `/trips/${seed.trip}/leaderboard`,
      `/profile/${seed.crew[1]!["id"]}`,
      `/squads/${seed.squad}`,
    ])
      await expectSteady(page, url, isThere);
  });
}
