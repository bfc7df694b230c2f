/** The product, whose pushes go to `PUSH_PORT` of this machine. */
import { readFileSync } from "node:fs";
import { readConfig } from "../../server/platform/config/config.ts";
import { runUntilStopped, sayWhere, serve } from "../../server/start.ts";

const ca = readFileSync(new URL("../../try/stand-ins/push-service.pem", import.meta.url), "utf8");
const network = {
  resolve: async () => ["127.0.0.1"],
  isAllowed: () => true,
  ca,
  timeoutMs: 10_000,
  httpsPort: Number(process.env["PUSH_PORT"]),
};

await runUntilStopped("npm run bench", async (stops) => {
  const { url } = await serve(readConfig(process.env), stops, { network });
  sayWhere(url);
});
