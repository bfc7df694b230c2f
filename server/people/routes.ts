import type { FastifyInstance } from "fastify";
import type { Database } from "../db/connect.ts";
import { Problem, notFound } from "../http/problem.ts";
import type { Serve } from "../http/serve.ts";
import type { Sessions } from "../http/session.ts";
import type { Live } from "../live/live.ts";
import type { Mail } from "../mail/mail.ts";
import { authenticate, register } from "./people.ts";
import { peopleStore } from "./store.ts";

interface Parts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly live: Live;
  readonly mail: Mail;
}

/** Guessing is slow from one address, and signing in wrongly a few times is not punished. */
const guesses = { limit: { max: 20, perMinutes: 1 } };

export function peopleRoutes(app: FastifyInstance, serve: Serve, { database, sessions, live }: Parts): void {
  const store = peopleStore(database);

  serve.call(
    "POST /api/register",
    async ({ body, request, reply }) => {
      const id = await register(store, body);
      await sessions.start(request, reply, id);
      return (await store.user(id))!;
    },
    guesses,
  );

  serve.call(
    "POST /api/login",
    async ({ body, request, reply }) => {
      const id = await authenticate(store, body);
      await sessions.start(request, reply, id);
      return (await store.user(id))!;
    },
    guesses,
  );

  serve.call("POST /api/logout", async ({ request, reply }) => {
    await sessions.end(request, reply);
    return undefined;
  });

  serve.call("GET /api/auth/user", async ({ viewer }) => viewer);

  serve.call("PATCH /api/auth/user", async ({ viewer, body }) => {
    const path = body.profileImageUrl;
    if (path && path !== viewer.profileImageUrl && !(await store.ownsProfileImage(viewer.id, path))) {
      throw new Problem("invalid_input", "This is not a photo that you uploaded as your profile photo.", {
        issues: [{ path: "profileImageUrl", message: "Please upload the photo first" }],
      });
    }
    await store.edit(viewer.id, body);
    for (const id of await store.squadsOf(viewer.id)) live.tell({ scope: "squad", id, kind: "members", by: viewer.id });
    return (await store.user(viewer.id))!;
  });

  serve.screen("GET /api/user/recent-squad", async ({ session }) => session && store.recentSquad(session));

  serve.call("GET /api/users/:id", async ({ viewer, params }) => {
    const person = await store.findPerson(viewer.id, params.id);
    if (!person) throw notFound("User not found");
    return person;
  });

  serve.call("GET /api/users/:id/awards", async ({ viewer, params }) => {
    const placings = await store.findPlacings(viewer.id, params.id);
    if (!placings) throw notFound("User not found");
    return placings.map(({ better, ...award }) => ({ rank: better + 1, ...award }));
  });

  serve.call("GET /api/all-members", async ({ viewer }) => store.everyoneAround(viewer.id));

  // The links of old habit: both are navigations, never fetches.
  app.get<{ Querystring: { return?: unknown; redirect?: unknown } }>("/api/login", async ({ query }, reply) => {
    const back = query.return ?? query.redirect;
    return reply.redirect(typeof back === "string" ? `/auth?return=${encodeURIComponent(back)}` : "/auth");
  });

  app.get("/api/logout", async (request, reply) => {
    const site = request.headers["sec-fetch-site"];
    if (site === undefined || site === "same-origin" || site === "none") await sessions.end(request, reply);
    return reply.redirect("/");
  });
}
