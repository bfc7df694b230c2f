import { type StandInProvider, startIdentityProvider } from "../try/stand-ins/identity-provider.ts";
import { test as base } from "./fixtures.ts";
import { type RunningServer, startServer } from "./server.ts";

interface Shared {
  provider: StandInProvider;
  /** Further environment variables of the server. */
  environment: Record<string, string>;
  server: RunningServer;
}

/** Journeys on a server with a test identity provider called Google. */
export const test = base.extend<object, Shared>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const provider = await startIdentityProvider();
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  environment: [{}, { scope: "worker" }],
  server: [
    async ({ provider, environment }, use) => {
      const server = await startServer({ ...provider.environment, ...environment });
      provider.allow(`${server.url}/api/auth/google/callback`);
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],
});
