import type { FastifyInstance } from "fastify";
import type { Database } from "../db/connect.ts";
import { limitRequests } from "../http/limit-requests.ts";
import { Problem } from "../http/problem.ts";
import type { Serve } from "../http/serve.ts";
import type { NoMail } from "./no-mail.ts";
import { noticeStore } from "./notice-store.ts";

interface Parts {
  readonly database: Database;
  readonly noMail: NoMail;
  readonly rateLimits: boolean;
}

const choiceLimit = { limit: { max: 30, perMinutes: 1 } };
/** High, because mail providers unsubscribe many people from a few network addresses. */
const maxPressesPerMinute = 600;
const maxFormBytes = 4096;

export function mailRoutes(app: FastifyInstance, serve: Serve, { database, noMail, rateLimits }: Parts): void {
  const notices = noticeStore(database);
  const unknown = () =>
    new Problem("not_found", "link_not_ours", {
      event: "signature_refused",
    });

  serve.call(
    "GET /api/no-mail",
    async ({ query }) => {
      const isOff = await noMail.isOff(query.to);
      if (isOff === null) throw unknown();
      return { isOff };
    },
    choiceLimit,
  );

  serve.call(
    "PUT /api/no-mail",
    async ({ body: { to, isOff } }) => {
      if (!(await noMail.set(to, isOff))) throw unknown();
      return { isOff };
    },
    choiceLimit,
  );

  serve.call("GET /api/mail-notices", ({ viewer }) => notices.of(viewer.id));

  serve.call("POST /api/mail-notices/told", async ({ viewer, body }) => {
    await notices.forget(viewer.id, body.ids);
    return undefined;
  });

  // One-click unsubscribe of mail programs (RFC 8058): a form from any site, without a cookie. GET at this path is the page for people.
  const limit = limitRequests(app, rateLimits && { max: maxPressesPerMinute, perMinutes: 1 });
  const options = { ...limit, config: { rawBody: true, fromAnywhere: true, ...limit.config } };
  void app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxFormBytes }, (_request, body, done) =>
      done(null, body),
    );
    form.post<{ Querystring: { to?: unknown }; Body: unknown }>("/no-mail", options, async (request, reply) => {
      const { to } = request.query;
      const isPress = typeof request.body === "string" && /List-Unsubscribe\b[^]{0,200}\bOne-Click/.test(request.body);
      if (!isPress || typeof to !== "string" || !(await noMail.set(to, true))) throw unknown();
      return reply.type("text/plain; charset=utf-8").send("You get no more mails like that one.\n");
    });
  });
}
