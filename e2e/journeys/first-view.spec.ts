import type { Locator, Page } from "@playwright/test";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { screensWithAnswers } from "../screens.ts";
import { seedTrip, send } from "../seed.ts";

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
  /^\/api\/(live|mail-notices|public\/config|passkeys|sessions|merges|account\/(identities|admin-actions)|categories|inbox\/count)|\/(outline|trash|takedowns|takedown-bans|media(?!\/outline)|trophies|seats|pictures|night\/next)\b/;

test("a page that opens makes no call for what its document brings", async ({ open }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  // The first dashboard makes the example trip, and the stream repeats hints of the last two seconds, in case clocks differ.
  await callsOf(ana, "/");
  // The first gallery tells the browser's time zone.
  await callsOf(ana, `/trips/${seed.trip}`);
  await ana.waitForTimeout(4000);
  for (const url of Object.values(screensWithAnswers(seed)))
    expect(
      (await callsOf(ana, url)).filter((call) => !later.test(call)),
      url,
    ).toEqual([]);
});

test("visitors read a page before its code runs", async ({ open }) => {
  const ana = (await open("Ana")).page;
  const { squad } = await seedTrip([ana.request], 0);
  const { squad: own } = await send(ana.request, "GET", `/api/squads/${squad}`);
  const { inviteUrl } = own as unknown as { inviteUrl: string };
  const { page } = await open("Visitor", { ...phone, javaScriptEnabled: false });
  for (const [url, title] of [
    ["/", "Your crew. Your trip. Your legends."],
    ["/auth", "Join the Crew"],
    ["/register", "Join the Crew"],
    [inviteUrl, "Dawn Patrol"],
  ] as const) {
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  }
  await page.getByRole("link", { name: "Log In or Register" }).click();
  await expect(page).toHaveURL(/\/auth\?return=/);
  await expect(page.getByText("You are joining Dawn Patrol")).toBeVisible();
  await expect(page.getByLabel("First Name")).toBeVisible();
});

/** Holds back what a page asks for at these addresses until the returned function is called. */
async function hold(page: Page, addresses: RegExp): Promise<() => void> {
  let send = () => {};
  const isHeld = new Promise<void>((resolve) => (send = resolve));
  await page.route(addresses, async (route) => isHeld.then(() => route.continue()));
  return () => send();
}

test("a seat is taken by a press before any code is there", async ({ open }) => {
  const ana = (await open("Ana")).page;
  const seed = await seedTrip([ana.request], 0);
  const { page } = await open("Tom", phone);
  const runCode = await hold(page, /assets\/.*\.(js|css)/);
  await page.goto(`/join-squad/${seed.squad}?invite=${seed.invite}`, { waitUntil: "commit" });
  await page.getByLabel("Who are you?").fill("Tom");
  await page.getByRole("button", { name: "Take a Seat" }).tap();
  runCode();
  await expect(page).toHaveURL(`/trips/${seed.trip}`);
});

test("the page of an invitation looks the same before its style sheet comes", async ({ open }) => {
  const ana = (await open("Ana")).page;
  const { squad } = await seedTrip([ana.request], 0);
  await send(ana.request, "POST", `/api/squads/${squad}/expected`, { names: ["Kai"] });
  const { squad: own } = await send(ana.request, "GET", `/api/squads/${squad}`);
  const { inviteUrl } = own as unknown as { inviteUrl: string };
  for (const [name, device] of [
    ["Phone", { ...phone, colorScheme: "dark" }],
    ["Desktop", desktop],
  ] as const) {
    const { page } = await open(name, { ...device, javaScriptEnabled: false });
    const sendSheet = await hold(page, /\.css$/);
    const sheet = page.waitForResponse(/\.css$/);
    await page.goto(inviteUrl, { waitUntil: "commit" });
    await expect(page.getByText("Kai", { exact: true })).toBeVisible();
    await expect(page.locator("main img").first()).toHaveJSProperty("complete", true);
    const before = await page.screenshot();
    sendSheet();
    await (await sheet).finished();
    await page.waitForLoadState("load");
    const after = await page.screenshot();
    expect(after.equals(before), name).toBe(true);
  }
});

test("the front page loads its code when somebody touches it, or when it is idle", async ({ open }) => {
  const { page } = await open("Visitor", phone);
  const code: string[] = [];
  page.on("request", (request) => /assets\/(?!index-|loader\.).*\.js/.test(request.url()) && code.push(request.url()));
  const sendFonts = await hold(page, /\.woff2$/);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForTimeout(1500);
  expect(code, "a page that still loads").toEqual([]);
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Find a Squad" })).toBeVisible();
  expect(code.length).toBeGreaterThan(0);

  // The page before may still ask for its late code.
  await page.goto("about:blank");
  code.length = 0;
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(code, "a page that still loads").toEqual([]);
  sendFonts();
  await expect.poll(() => code.length, "an idle page").toBeGreaterThan(0);
});

test("what a person types before the code runs stays, and is not sent", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Visitor", phone);
  const runCode = await hold(page, /assets\/.*\.js/);
  await page.goto("/auth", { waitUntil: "commit" });
  const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  await email.fill("ana@example.com");
  await password.fill("no such password");
  await password.press("Enter");
  runCode();
  await expect(page).toHaveTitle(/Join the Crew/);
  await expect(email).toHaveValue("ana@example.com");
  await expect(page).toHaveURL("/auth");
  await password.press("Enter");
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
});

/** Opens the sign-in page. The start of its code runs; the rest comes when `runCode` is called. */
async function openEarly(page: Page): Promise<{ tab: Locator; runCode: () => void }> {
  const runCode = await hold(page, /assets\/(?!index-|loader\.).*\.js/);
  const start = page.waitForResponse(/assets\/index-.*\.js/);
  await page.goto("/auth", { waitUntil: "commit" });
  await (await start).finished();
  await page.waitForTimeout(300);
  return { tab: page.getByRole("tab", { name: "Register" }), runCode };
}

for (const [way, press] of [
  ["pressed", (tab: Locator) => tab.click()],
  ["reached by an arrow key", (tab: Locator) => tab.page().getByRole("tab", { name: "Login" }).press("ArrowRight")],
] as const)
  test(`a tab that is ${way} before any code is there opens when it runs`, async ({ open }) => {
    const { page } = await open("Visitor", phone);
    const runCode = await hold(page, /assets\/.*\.js/);
    await page.goto("/auth", { waitUntil: "commit" });
    const tab = page.getByRole("tab", { name: "Register" });
    await press(tab);
    await expect(tab).toHaveAttribute("aria-selected", "false");
    runCode();
    await expect(tab).toHaveAttribute("aria-selected", "true");
  });

test("a press that the page hears as it comes alive counts once", async ({ open }) => {
  const { page } = await open("Visitor", phone);
  // Presses the button after React has begun to listen at the root, and before the page repeats the kept press.
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (this: EventTarget, type: string, ...rest: unknown[]) {
      Reflect.apply(addEventListener, this, [type, ...rest]);
      if (type !== "click" || !(this instanceof HTMLElement) || this.id !== "root") return;
      EventTarget.prototype.addEventListener = addEventListener;
      setTimeout(() =>
        [...document.querySelectorAll("button")].find((one) => one.textContent === "Show password")!.click(),
      );
    };
  });
  await page.goto("/auth");
  await expect(page.getByRole("button", { name: "Hide password" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  // A second press would hide the password again.
  await page.waitForTimeout(500);
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
});

test("a page that loses its line before its code comes says so, and goes on later", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Visitor", phone);
  const { tab, runCode } = await openEarly(page);
  const line = page.getByText("You are offline.");
  await expect(line).toBeHidden();
  await page.context().setOffline(true);
  runCode();
  await expect(line).toBeVisible();
  await page.waitForTimeout(500);
  await page.context().setOffline(false);
  await expect(line).toBeHidden();
  await expect(async () => {
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true", { timeout: 500 });
  }).toPass();
  await expect(page.getByText("Swellmates did not load")).toBeHidden();
});

test("a member sees the head of a page before its code runs, and it stays in its place", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const { trip, squad } = await seedTrip([page.request], 0);
  for (const [url, title] of [
    [`/trips/${trip}`, "Ericeira ’26"],
    [`/squads/${squad}`, "Dawn Patrol"],
    ["/", "Welcome back, Ana!"],
    [`/trips/${trip}/awards`, "Cast your votes"],
    [`/trips/${trip}/costs`, "Costs"],
    [`/trips/${trip}/leaderboard`, "Current Leaderboards"],
    ["/awards", "Awards"],
    ["/profile", /^Ana /],
  ] as const) {
    let runCode = () => {};
    const isHeld = new Promise<void>((resolve) => (runCode = resolve));
    await page.route("**/assets/*.js", async (route) => isHeld.then(() => route.continue()));
    await page.goto(url, { waitUntil: "commit" });
    const drawn = page.locator("[inert] h1");
    await expect(drawn).toHaveText(title);
    // The style sheet is there.
    await expect(drawn).toHaveCSS("font-family", /Figtree|Bricolage/);
    const before = await drawn.boundingBox();
    runCode();
    await expect(page.locator("[inert]")).toHaveCount(0);
    expect(await page.getByRole("heading", { level: 1, name: title }).boundingBox()).toEqual(before);
    await page.unrouteAll();
  }
});

test("a link that the pointer rests on opens without another call", async ({ open }) => {
  const { page } = await open("Ana", desktop);
  const { trip } = await seedTrip([page.request], 0);
  await page.goto("/dashboard");
  // Until the example trip is made, and its hints are over.
  await page.waitForTimeout(4000);
  await page.goto("/dashboard");
  const link = page.locator(`main a[href="/trips/${trip}"]:visible`).first();
  const fetched = page.waitForResponse(`**/api/trips/${trip}`);
  await link.hover();
  await fetched;
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Ericeira ’26" })).toBeVisible();
  expect(calls).not.toContain(`/api/trips/${trip}`);
});
