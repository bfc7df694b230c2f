import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { desktop, expect, phone, test as base } from "../fixtures.ts";
import { addPhoto, seedTrip } from "../seed.ts";
import { type RunningServer, startServer } from "../server.ts";
import { choose, tray } from "../uploading.ts";

const megabyte = 1024 * 1024;

/** Journeys on a server where a squad has room for 4 MB of photos and a person for 8 MB. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServer({
        MAX_SQUAD_BYTES: String(4 * megabyte),
        MAX_USER_BYTES: String(8 * megabyte),
      });
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],
});

/** A photo with zeros after its end, which has `size` bytes. */
function photoOf(name: string, size: number, blue: number) {
  const made = photo(name, [20, 90, blue]);
  return { ...made, buffer: Buffer.concat([made.buffer, Buffer.alloc(size - made.buffer.length)]) };
}

const space = (page: Page) => page.getByRole("progressbar", { name: "Photo space" });

test("a full squad keeps the chosen photo until an admin makes room", { tag: "@long" }, async ({ openInTrouble }) => {
  const [ana, bo] = [(await openInTrouble("Ana", desktop)).page, (await openInTrouble("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], []);
  await ana.goto(`/squads/${seed.squad}`);
  await expect(ana.getByText("Photo space: 0 of 4 MB used.")).toBeVisible();

  const first = await addPhoto(ana.request, seed.trip, photoOf("first.png", 3.5 * megabyte, 10));
  await expect(ana.getByText("Photo space: 3.5 of 4 MB used. Nearly full.")).toBeVisible();
  await expectFitForAll(ana, "a squad that is nearly full");

  await bo.goto(`/squads/${seed.squad}`);
  await expect(bo.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
  await expect(space(bo)).toHaveCount(0);
  await bo.goto(`/trips/${seed.trip}`);
  const sent: string[] = [];
  bo.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
  await choose(bo, [photoOf("second.png", megabyte, 200)]);
  const row = tray(bo).getByRole("listitem").filter({ hasText: "second.png" });
  await expect(tray(bo).getByText(/^This squad's space is full \(4 MB\)\. An admin can delete photos/)).toBeVisible();
  expect(sent).toEqual([]);

  await test.step("once a photo is deleted for good, the same file goes in", async () => {
    for (const address of [`/api/media/${first["id"]}`, `/api/media/${first["id"]}/trash`])
      expect((await ana.request.delete(address)).status()).toBe(204);
    await row.getByRole("button", { name: "Retry second.png" }).click();
    await expect(bo.locator("#gallery [data-photo]")).toHaveCount(1);
    await expect(ana.getByText("Photo space: 1 of 4 MB used.")).toBeVisible();
  });

  await test.step("each person sees their own space on the account page", async () => {
    await bo.goto("/account");
    await expect(bo.getByText("Photo space: 1 of 8 MB used.")).toBeVisible();
    await expectFitForAll(bo, "the account page with space");
  });
});
