import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test, withWorker } from "../fixtures.ts";
import { addPhoto, photosReady, seedTrip, send } from "../seed.ts";
import { sheet, startUpload } from "../uploading.ts";
import { watchBadge, workerReady } from "../worker.ts";

interface Manifest {
  readonly id: string;
  readonly start_url: string;
  readonly display: string;
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[];
  readonly shortcuts: readonly { url: string; icons: readonly { src: string; sizes: string }[] }[];
  readonly share_target: { action: string; params: { files: readonly [{ name: string }] } };
}

/** The pixels of a picture as [red, green, blue, alpha], by their place. */
async function pixelsOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    side: info.width,
    at: (x: number, y: number) => [...data.subarray(4 * (y * info.width + x)).subarray(0, 4)],
  };
}

test("what the manifest says of icons, pages and the share target is true", async ({ open }) => {
  const { page } = await open("Ana");
  await page.goto("/auth");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(address!);
  expect(answer.headers()).toMatchObject({
    "content-type": expect.stringContaining("application/manifest+json"),
    "cache-control": "public, no-cache",
  });
  const manifest = (await answer.json()) as Manifest;
  expect(manifest).toMatchObject({ id: "/", start_url: "/", display: "standalone" });
  const kinds = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`);
  expect(kinds).toEqual(["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"]);
  for (const { src, sizes } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
    const icon = await sharp(await (await page.request.get(src)).body()).metadata();
    expect(`${icon.width}x${icon.height}`, src).toBe(sizes);
  }
  for (const { src } of manifest.icons.filter(({ purpose }) => purpose === "maskable")) {
    const { side, at } = await pixelsOf(await (await page.request.get(src)).body());
    const ground = at(0, 0);
    expect(ground[3], "opaque").toBe(255);
    // Systems cut it to any shape that has this circle.
    const isSafe = (x: number, y: number) => Math.hypot(x - side / 2, y - side / 2) < 0.4 * side;
    const places = Array.from({ length: side * side }, (_, place) => [place % side, Math.floor(place / side)] as const);
    const cut = places.filter(([x, y]) => !isSafe(x, y) && at(x, y).join() !== ground.join());
    expect(cut, src).toEqual([]);
  }
  const badge = await pixelsOf(await (await page.request.get("/badge.png")).body());
  expect([badge.at(0, 0)[3], badge.at(48, 80)[3]], "its shape is in its opacity").toEqual([0, 255]);
});

/** Shares files to the app as the system does: it sends a form, and the page opens that the answer names. */
async function share(page: Page, files: readonly { name: string; type: string; base64: string }[]): Promise<void> {
  await page.evaluate((given) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "POST", action: "/share", enctype: "multipart/form-data", hidden: true });
    const field = Object.assign(document.createElement("input"), { type: "file", name: "files", multiple: true });
    const chosen = new DataTransfer();
    for (const { name, type, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
      chosen.items.add(new File([bytes], name, { type }));
    }
    field.files = chosen.files;
    form.append(field);
    document.body.append(form);
    form.submit();
  }, files);
  await page.waitForURL(/\/add-photos/);
}

const wave = (name: string, color: readonly [number, number, number]) => ({
  name,
  type: "image/png",
  base64: photo(name, color).buffer.toString("base64"),
});

/** The names of the files that wait on this device for a trip. */
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const store = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("shared", 1);
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const rows = store.transaction("files").objectStore("files").getAll();
    await new Promise((resolve) => rows.addEventListener("success", resolve));
    store.close();
    return (rows.result as { file: File }[]).map(({ file }) => file.name);
  });

test("photos that another app shares go into the trip that a person picks", async ({ open }) => {
  const { page } = await open("Ana", withWorker(phone));
  const seed = await seedTrip([page.request], 0);
  await page.goto("/");
  await workerReady(page);
  const note = { name: "notes.pdf", type: "application/pdf", base64: btoa("notes") };
  await share(page, [wave("one.png", [18, 147, 143]), wave("two.png", [255, 111, 67]), note]);
  await expect(page).toHaveURL("/add-photos");
  await expect(page.getByText("3 files to add")).toBeVisible();
  await expectFitForAll(page, "a share");

  await page.reload();
  await expect(page.getByText("3 files to add"), "a reload loses nothing").toBeVisible();
  await page.getByRole("button", { name: /Ericeira/ }).click();
  await expect(page).toHaveURL(`/trips/${seed.trip}?open=upload`);
  await expect(sheet(page).getByRole("listitem")).toHaveCount(3);
  await expect(sheet(page).getByText(/Only photos .* can be added here/)).toBeVisible();
  expect(await waiting(page)).toEqual(["one.png", "two.png", "notes.pdf"]);

  await startUpload(page);
  await expect(page.locator("#gallery [data-photo]")).toHaveCount(2);
  await expect.poll(() => waiting(page)).toEqual([]);
});

test("shared photos can be discarded, and a log-out takes them along", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", withWorker(phone));
  await seedTrip([page.request], 0);
  await page.goto("/");
  await workerReady(page);
  await share(page, [wave("one.png", [18, 147, 143])]);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Pick a trip, then the photos and videos.")).toBeVisible();
  expect(await waiting(page)).toEqual([]);

  await share(page, [wave("two.png", [18, 147, 143])]);
  await expect(page.getByText("1 file to add")).toBeVisible();
  await page.goto("/choose-squad");
  await page.getByText("Not you? Sign out").click();
  await expect(page.getByRole("link", { name: "Login", exact: true })).toBeVisible();
  expect(await waiting(page)).toEqual([]);
});

test("a share where nobody is logged in keeps nothing, and the page says so", { tag: "@long" }, async ({ open }) => {
  const { page, email, password } = await open("Ana", withWorker(phone));
  const person = { firstName: "Ana", lastName: "Berg", email, password };
  await send(page.request, "POST", "/api/register", person);
  await page.goto("/");
  await workerReady(page);
  await page.goto("/choose-squad");
  await page.getByText("Not you? Sign out").click();
  await expect(page.getByRole("link", { name: "Login", exact: true })).toBeVisible();
  await share(page, [wave("one.png", [18, 147, 143])]).catch(() => undefined);
  await expect(page).toHaveURL(/\/auth\?return=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("Nobody was logged in when you shared those photos")).toBeVisible();
  expect(await waiting(page)).toEqual([]);
});

test("the icon of the app has the number of the bell", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo", withWorker(phone))];
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  await bo.page.request.put("/api/inbox/seen", { data: { until: new Date().toISOString() } });
  const badges = await watchBadge(bo.page);
  await bo.page.goto(`/trips/${seed.trip}`);
  await expect.poll(badges).toEqual([0]);
  await addPhoto(ana.page.request, seed.trip, photo("wave.png", [18, 147, 143]));
  await photosReady(ana.page.request, seed.trip);
  await expect.poll(badges).toEqual([0, 1]);
  await bo.page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Inbox/ })
    .click();
  await expect.poll(badges).toEqual([0, 1, 0]);
});
