import type { Page } from "@playwright/test";
import { type Deployments, openDeployments } from "../deployments.ts";
import { type Person, expect, phone, test, withWorker } from "../fixtures.ts";
import { untilInstalled, untilKept } from "../offline.ts";
import { register, seedTrip } from "../seed.ts";

/** The build of the open page; undefined while another page loads. */
const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset["build"]).catch(() => undefined);
const isFromDevice = (page: Page) => page.evaluate(() => document.querySelector("script#first") === null);
/** Opens the dashboard of a new person at a site, and waits until its program is on the device. */
async function installAt(
  { url }: Deployments,
  open: (name: string, options: object) => Promise<Person>,
): Promise<Page> {
  const { page } = await open("Ana", { ...withWorker(phone), baseURL: url });
  await register(page.request, "Ana");
  await page.goto("/");
  await untilInstalled(page);
  return page;
}

/** Opens pages until one comes from the device and is of a build. A browser that a test watches may stop a worker while it answers: that page never opens. */
const untilFromDevice = (page: Page, build: string) =>
  expect(async () => {
    await page.goto("/", { waitUntil: "commit", timeout: 5000 });
    expect([await buildOf(page), await isFromDevice(page)]).toEqual([build, true]);
    // A page that stays for a moment has its worker replaced.
  }).toPass({ intervals: [3000] });

test("the worker keeps one document without a person, and none of the server", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana", withWorker(phone));
  const { trip } = await seedTrip([page.request], 1);
  await page.goto(`/trips/${trip}`);
  await untilInstalled(page);
  await page.goto("/");
  await page.goto(`/trips/${trip}`);
  expect(await isFromDevice(page)).toBe(true);
  const kept = await page.evaluate(async () => {
    const found: { url: string; type: string; text: string }[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const response = (await caches.match(request))!;
        const type = response.headers.get("content-type") ?? "";
        found.push({
          url: new URL(request.url).pathname,
          type,
          text: type.includes("html") ? await response.text() : "",
        });
      }
    return found;
  });
  const documents = kept.filter(({ type }) => type.includes("html"));
  expect(documents.map(({ url }) => url)).toEqual(["/app.html"]);
  expect(documents[0]!.text).not.toMatch(/Ana|id="first"|Ericeira/);
  expect(kept.filter(({ url }) => !/^\/(app\.html|assets\/.+)$/.test(url))).toEqual([]);
});

test("a new version opens before any of its data shows", async ({ openInTrouble, server }) => {
  const site = await openDeployments(server);
  const page = await installAt(site, openInTrouble);
  await untilKept(page, /\/api\/dashboard/);
  await page.goto("/");
  expect([await buildOf(page), await isFromDevice(page)]).toEqual(["one", true]);

  site.deploy("two");
  await page.goto("/inbox");
  await expect.poll(() => buildOf(page)).toBe("two");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await untilFromDevice(page, "two");
  await expect(page.getByText(/Welcome.*Ana/).first()).toBeVisible();
  await site.close();
});

test("an open page says once that there is a new version", { tag: "@long" }, async ({ openInTrouble, server }) => {
  const site = await openDeployments(server);
  const page = await installAt(site, openInTrouble);
  const news = page.getByText("A new version is here");
  // Later than ten seconds after its start, a page loads nothing by itself.
  await page.waitForTimeout(10_500);
  site.deploy("two");
  await page.getByRole("link", { name: "Inbox" }).click();
  await expect(news).toHaveCount(1);
  expect(await buildOf(page)).toBe("one");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => buildOf(page)).toBe("two");
  await site.close();
});

test(
  "a deployment that is taken back takes its program with it",
  { tag: "@long" },
  async ({ openInTrouble, server }) => {
    const site = await openDeployments(server);
    const page = await installAt(site, openInTrouble);
    site.deploy("two");
    await page.goto("/");
    await expect.poll(() => buildOf(page)).toBe("two");
    await untilFromDevice(page, "two");
    site.deploy("one");
    // One tab loads anew by itself twice in a minute at most.
    const later = await page.context().newPage();
    await page.close();
    await later.goto("/");
    await expect.poll(() => buildOf(later)).toBe("one");
    await expect(later.getByText(/Welcome.*Ana/).first()).toBeVisible();
    await untilFromDevice(later, "one");
    await site.close();
  },
);

test(
  "a worker that gets the document of another build is not installed",
  { tag: "@long" },
  async ({ openInTrouble, server }) => {
    const site = await openDeployments(server);
    const page = await installAt(site, openInTrouble);
    site.deployPartly("two");
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update().catch(() => undefined));
    await page.waitForTimeout(3000);
    await page.context().setOffline(true);
    await page.reload();
    expect(await buildOf(page)).toBe("one");
    await page.context().setOffline(false);
    await site.close();
  },
);
