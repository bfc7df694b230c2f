import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { seedTrip, send } from "../seed.ts";
import { sheet } from "../uploading.ts";

test("the shortcut to add photos asks for a trip and opens the picker", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  const later = { name: "Hossegor", location: "France", startDate: "2031-01-01", endDate: "2031-01-02" };
  await send(page.request, "POST", "/api/trips", { ...later, squadId: seed.squad });
  await page.goto("/add-photos");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([/Ericeira/, /Hossegor.*2031 · France/]);
  await expectFitForAll(page, "add photos");
  const picker = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /Ericeira/ }).focus();
  await page.keyboard.press("Enter");
  await (await picker).setFiles([photo("wave.png", [18, 147, 143])]);
  await expect(page).toHaveURL(`/trips/${seed.trip}?open=upload`);
  await expect(sheet(page).getByText("wave.png")).toBeVisible();
});

test("without a trip, the page of photos says how to make one", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", phone);
  await seedTrip([page.request], 0);
  const trips = (await (await page.request.get("/api/trips")).json()) as { id: string }[];
  for (const { id } of trips) await page.request.delete(`/api/trips/${id}`);
  await page.goto("/add-photos?lost=full");
  await expect(page.getByRole("status").filter({ hasText: "more than this device can hold" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "New Trip" }).click();
  await expect(page.getByRole("dialog", { name: "New Trip" })).toBeVisible();
});

test("the shortcut to vote opens the ballot that waits, else all awards", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const friend = await open("Bo");
  const seed = await seedTrip([page.request, friend.page.request], 0);
  await page.goto("/vote");
  await expect(page).toHaveURL(`/trips/${seed.trip}/awards`);
  for (const id of seed.categories) await page.request.delete(`/api/categories/${id}`);
  await page.goto("/vote");
  await expect(page).toHaveURL("/awards");
});

test("photos that are pasted on a gallery page stand in the sheet", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  const { trip } = await seedTrip([page.request], 0);
  await page.goto(`/trips/${trip}`);
  const paste = () =>
    page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(["wave"], "pasted.png", { type: "image/png" }));
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
  await expect(async () => {
    await paste();
    await expect(sheet(page).getByText("pasted.png").first()).toBeVisible({ timeout: 500 });
  }).toPass();
});
