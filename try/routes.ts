import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escaped, pageOf } from "./stand-ins/page.ts";
import { readOutbox } from "./stand-ins/outbox.ts";
import { base, line, withLine } from "./line.ts";
import { type Who, faces, password, people } from "./world/people.ts";

/** Adds the routes of this mode: a login by one click for each person, and all mails that were sent. */
export function tryRoutes(app: FastifyInstance, dataDir: string): void {
  void app.register(async (logins) => {
    // A form of buttons sends an empty body.
    logins.addContentTypeParser("application/x-www-form-urlencoded", async () => undefined);
    for (const who of faces) logins.post(`${base}/login/${who}`, (request, reply) => logIn(app, who, request, reply));
  });

  app.get(`${base}/mails`, async (_request, reply) => {
    const mails = await readOutbox(dataDir);
    const items = mails.map(
      ({ subject = "", to, date }, i) =>
        `<li><a href="${base}/mails/${i}">${escaped(subject)}</a><br><small>to ${escaped(to?.[0]?.address ?? "")}, ${timeOf(date)}</small></li>`,
    );
    const list = `<h1>Mails</h1><p>Nothing leaves this machine. Every mail that the world sends is here, the newest first.</p>
<p><a href="${base}/mails">Look again</a></p><ol reversed>${items.toReversed().join("")}</ol><p><a href="/">Back to Swellmates</a></p>`;
    return sendPage(reply, pageOf("Mails", list, line));
  });

  app.get<{ Params: { number: string } }>(`${base}/mails/:number`, async (request, reply) => {
    const mail = (await readOutbox(dataDir))[Number(request.params.number)];
    if (!mail?.html) return reply.redirect(`${base}/mails`);
    return sendPage(reply, withLine(mail.html));
  });
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'";

/** Sends a page of this mode, which has its styles within. */
const sendPage = (reply: FastifyReply, html: string) =>
  reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(html);

/** Logs in by the product's own call, and returns to the page where the button was clicked. */
async function logIn(app: FastifyInstance, who: Who, request: FastifyRequest, reply: FastifyReply) {
  const { host, cookie = "", "user-agent": device = "", referer } = request.headers;
  const login = await app.inject({
    method: "POST",
    url: "/api/login",
    headers: { host, cookie, "user-agent": device },
    payload: { email: people[who].email, password },
  });
  for (const set of [login.headers["set-cookie"] ?? []].flat()) void reply.header("set-cookie", set);
  // Somebody may have changed the password meanwhile.
  return reply.redirect(login.statusCode === 200 ? pageBefore(referer) : "/auth", 303);
}

const timeOf = (date: string | undefined) =>
  date === undefined ? "" : new Date(date).toLocaleTimeString("en-GB", { timeStyle: "short" });

/** The page where the button was clicked, as another person sees it. From pages about logging in it leads home. */
function pageBefore(referer: string | undefined): string {
  const { pathname = "/", search = "" } = URL.parse(referer ?? "") ?? {};
  return /^\/(\/|auth|register|try|confirm-email|reset-password)/.test(pathname) ? "/" : pathname + search;
}
