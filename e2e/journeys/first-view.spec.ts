import type { Page } from "@playwright/test";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { seedTrip } from "../seed.ts";

/** Opens a page and returns the GET calls that it made until it was quiet. */
async function callsOf(page: Page, url: string): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: { method: () => string; url: () => string }) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) calls.push(pathname + search);
  };
  page.on("request", note);
  const stream = page.waitForResponse((response) => response.url().includes("/api/live"));
  await page.goto(url);
  await stream;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // What the page would fetch once its stream is open.
  await page.waitForTimeout(500);
  page.off("request", note);
  return calls;
}

/** Calls that depend on what the browser knows or on another answer, or that wait until a page is shown. */
const later =
  /^\/api\/(live|mail-notices|public\/config|passkeys|sessions|account\/identities|categories)|\/(outline|trash|media)\b/;

test("a page that opens makes no call for what its document brings", async ({ open }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const { trip, squad } = await seedTrip([ana.request, bo.request], 0);
  // The first dashboard makes the example trip, and the stream repeats hints of the last two seconds, in case clocks differ.
  await callsOf(ana, "/");
  await ana.waitForTimeout(4000);
  for (const url of [
    "/",
    "/dashboard",
    "/squads",
    `/squads/${squad}`,
    `/trips/${trip}`,
    `/trips/${trip}/awards`,
    `/trips/${trip}/leaderboard`,
    "/awards",
    "/members",
    "/profile",
    "/account",
  ])
    expect(
      (await callsOf(ana, url)).filter((call) => !later.test(call)),
      url,
    ).toEqual([]);
});
