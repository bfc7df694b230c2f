import { type Browser, type BrowserContextOptions, type Page, test as base, expect } from "@playwright/test";
import { type RunningServer, startServer } from "./server.ts";
import { type Trouble, troubleFor } from "./trouble.ts";

/** A person with a browser of their own. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly page: Page;
}

interface Fixtures {
  /** Opens a separate browser for a person. Its console must report no error or warning. */
  open(name: string, options?: BrowserContextOptions): Promise<Person>;
  /** Like `open`, but the console may report failed requests. */
  openInTrouble(name: string, options?: BrowserContextOptions): Promise<Person>;
  trouble: Trouble;
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
/** A browser that takes the service worker. In others each page comes from the server, as at a first visit. */
export const withWorker = (device: BrowserContextOptions): BrowserContextOptions => ({
  ...device,
  serviceWorkers: "allow",
});

interface Shared {
  server: RunningServer;
  /**
   * Journeys with the same name share a server that no other journey uses, for journeys that read all public data of a server.
   * Playwright starts another worker when a worker option differs.
   */
  alone: string;
}

/** All journeys of a worker share one server and register people with unique addresses. */
export const test = base.extend<Fixtures, Shared>({
  alone: ["", { scope: "worker", option: true }],

  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],

  open: async ({ browser, server }, use) => {
    const complaints = await withPeople(browser, server, use);
    expect(complaints, "the browsers' consoles").toEqual([]);
  },

  openInTrouble: async ({ browser, server }, use) => {
    const complaints = await withPeople(browser, server, use);
    const own = complaints.filter((complaint) => !complaint.includes("Failed to load resource:"));
    expect(own, "the browsers' consoles").toEqual([]);
  },

  trouble: async ({ server }, use) => use(troubleFor(server)),
});

export { expect };

/** Lets a journey open people, then closes their pages, which would go on beside the next journey. Returns what their consoles said until then. */
async function withPeople(
  browser: Browser,
  server: RunningServer,
  journey: (open: Fixtures["open"]) => Promise<void>,
): Promise<readonly string[]> {
  const complaints: string[] = [];
  const people: Person[] = [];
  await journey(async (name, options) => {
    const person = await openFor(browser, server, complaints, name, options);
    people.push(person);
    return person;
  });
  const said = complaints.filter((complaint) => !complaint.includes("Service Worker registration blocked"));
  await Promise.all(people.map(({ page }) => page.context().close()));
  return said;
}

/** Makes `goto` and `reload` wait until the app has replaced the inert head that the server drew, unless a call says how long to wait. */
function waitForApp(page: Page): void {
  const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const isReplaced = () => expect(page.locator("#root > [inert]")).toHaveCount(0);
  page.goto = async (url, options) => {
    const response = await goTo(url, options);
    if (!options?.waitUntil) await isReplaced();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await isReplaced();
    return response;
  };
}

let opened = 0;

async function openFor(
  browser: Browser,
  server: RunningServer,
  complaints: string[],
  name: string,
  options: BrowserContextOptions = desktop,
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: "en-GB",
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    complaints.push(`${name}: ${message.text()} (${message.location().url})`);
  });
  waitForApp(page);
  page.on("pageerror", (error) => complaints.push(`${name}: ${error.message}`));
  const email = `${name.toLowerCase()}.${process.pid}.${++opened}.${Date.now()}@example.org`;
  return { firstName: name, lastName: "Berg", email, password: `${name}-likes-waves`, page };
}
