import type { Parts } from "../app.ts";
import { type TestPerson, openTestApp } from "./app.ts";
import { type TestBrowser, browserOf } from "./browser.ts";
import { signInAtProvider } from "../../try/stand-ins/identity-provider-pages.ts";
import { type ProviderPerson, startIdentityProvider } from "../../try/stand-ins/identity-provider.ts";

/** The app with an identity provider that sends browsers back to it. */
export async function openWithProvider(environment: Record<string, string> = {}, more: Pick<Parts, "logTo"> = {}) {
  const provider = await startIdentityProvider();
  const settings = { ...provider.environment, PUBLIC_URL: "http://localhost", ...environment };
  provider.allow(`${settings.PUBLIC_URL}/api/auth/google/callback`);
  const swell = await openTestApp(settings, undefined, more);
  let made = 0;
  return {
    swell,
    provider,
    /** Opens another server on the same database. */
    another: (changes: Record<string, string> = {}) => openTestApp({ ...settings, ...changes }, swell.database, more),
    /** Adds a person to the provider, by default with a verified address. */
    newcomer(name: string, claims: ProviderPerson = {}) {
      const login = `${name}-${++made}`;
      const email = `${login}@example.org`;
      const given_name = name[0]!.toUpperCase() + name.slice(1);
      provider.people.set(login, { email, email_verified: true, given_name, family_name: "Berg", ...claims });
      return { login, email };
    },
    /** A browser with this person's session, in which they typed their password just now. */
    async browserFor(person: TestPerson): Promise<TestBrowser> {
      await person.post("/api/password/proof", { password: person.password });
      const browser = browserOf(swell.app);
      browser.cookies.set("session", person.cookie.slice("session=".length));
      return browser;
    },
    /** Goes to the provider, logs in there and returns. Resolves to the page to which the app redirects. */
    async signInByProvider(browser: TestBrowser, login: string, path = "/api/auth/google"): Promise<string> {
      const { location } = await browser.open(path, { "sec-fetch-site": "same-origin" });
      return (await browser.open(await signInAtProvider(location, { login }))).location;
    },
    async close() {
      await swell.close();
      await provider.stop();
    },
  };
}

export type WithProvider = Awaited<ReturnType<typeof openWithProvider>>;
