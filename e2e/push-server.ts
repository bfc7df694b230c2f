import process from "node:process";
import { openPushService } from "../try/stand-ins/push-service.ts";
import { readConfig } from "../server/platform/config/config.ts";
import { runUntilStopped, sayWhere, serve } from "../server/start.ts";

/** The product beside a stand-in for the push services of browsers, which a test asks for subscriptions and for what it got. */
await runUntilStopped("npm run e2e", async (stops) => {
  const service = await openPushService();
  stops.push(service.close);
  const browsers = new Map<string, ReturnType<typeof service.subscribe>>();
  const { url } = await serve(readConfig(process.env), stops, {
    network: service.network,
    addRoutes(app) {
      app.post("/stand-in/browsers", async () => {
        const browser = service.subscribe();
        browsers.set(browser.subscription.endpoint, browser);
        return browser.subscription;
      });
      app.get<{ Querystring: { endpoint: string } }>("/stand-in/got", async ({ query }) =>
        (browsers.get(query.endpoint)?.got ?? []).map(({ message }) => message),
      );
    },
  });
  sayWhere(url);
});
