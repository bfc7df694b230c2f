import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/** The time in which a JSON body must arrive. It suffices for a bad phone connection; slower senders only hold connections. */
const maxBodyMs = 30_000;

/** Refuses bodies other than JSON: a form on another site cannot send JSON. An empty body counts as none. */
export function takeJsonOnly(app: FastifyInstance) {
  app.removeContentTypeParser(["text/plain", "application/json"]);
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null) : parseJson(request, body, done),
  );
  app.addHook("onRequest", async (request) => {
    const type = request.headers["content-type"];
    const hasBody =
      request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
    if (!hasBody || request.routeOptions.config.rawBody) return;
    const cut = setTimeout(() => request.raw.destroy(), maxBodyMs).unref();
    request.raw.once("end", () => clearTimeout(cut)).once("close", () => clearTimeout(cut));
    if (!/^application\/json\s*(;|$)/i.test(type ?? "")) {
      throw new Problem("not_json", "request_not_json");
    }
  });
}
