import type { FastifyInstance } from "fastify";
import type { Database } from "../db/connect.ts";
import { notFound } from "../http/problem.ts";
import type { Serve } from "../http/serve.ts";
import type { NoMail } from "./no-mail.ts";
import { noticeStore } from "./notice-store.ts";

interface Parts {
  readonly database: Database;
  readonly noMail: NoMail;
  readonly rateLimits: boolean;
}

const choices = { limit: { max: 30, perMinutes: 1 } };
/** Mail providers press for many people from a few addresses. */
const onePressPerMinute = 600;
const mostFormBytes = 4096;

export function mailRoutes(app: FastifyInstance, serve: Serve, { database, noMail, rateLimits }: Parts): void {
  const notices = noticeStore(database);
  const unknown = () => notFound("This link was not made here. Please open the one in your mail once more.");

  serve.call(
    "GET /api/no-mail",
    async ({ query }) => {
      const isOff = await noMail.isOff(query.to);
      if (isOff === null) throw unknown();
      return { isOff };
    },
    choices,
  );

  serve.call(
    "PUT /api/no-mail",
    async ({ body: { to, isOff } }) => {
      if (!(await noMail.set(to, isOff))) throw unknown();
      return { isOff };
    },
    choices,
  );

  serve.call("GET /api/mail-notices", ({ viewer }) => notices.of(viewer.id));

  serve.call("POST /api/mail-notices/told", async ({ viewer, body }) => {
    await notices.forget(viewer.id, body.ids);
    return undefined;
  });

  // The one click of a mail program (RFC 8058): a form, sent from anywhere, without a cookie. The page at this address is for people.
  const config = {
    rawBody: true,
    fromAnywhere: true,
    ...(rateLimits && { rateLimit: { max: onePressPerMinute, timeWindow: 60_000 } }),
  };
  void app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser("*", { parseAs: "string", bodyLimit: mostFormBytes }, (_request, body, done) =>
      done(null, body),
    );
    form.post<{ Querystring: { to?: unknown }; Body: unknown }>("/no-mail", { config }, async (request, reply) => {
      const { to } = request.query;
      const isPress = typeof request.body === "string" && /List-Unsubscribe\b[^]{0,200}\bOne-Click/.test(request.body);
      if (!isPress || typeof to !== "string" || !(await noMail.set(to, true))) throw unknown();
      return reply.type("text/plain; charset=utf-8").send("You get no more invitations and reminders by mail.\n");
    });
  });
}
