import type { App } from "../../server/app.ts";

/** The JSON of a reply, unchecked. */
type Body = Readonly<Record<string, unknown>>;

/** A browser of one person, without pictures. It keeps cookies. */
export interface Door {
  call(method: "GET" | "POST" | "PUT" | "PATCH", url: string, body?: unknown): Promise<Body>;
  /** Opens a URL of the app. Returns the URL that it redirects to, empty if none. */
  visit(url: string): Promise<string>;
}

/** Opens the app for one person, at the URL that people use. Its calls throw on a refusal. */
export function openDoor(app: App, origin: string): Door {
  const cookies = new Map<string, string>();
  const { host } = new URL(origin);
  async function send(method: "GET" | "POST" | "PUT" | "PATCH", url: string, body?: unknown) {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const reply = await app.inject({
      method,
      url,
      headers: { host, ...(cookie && { cookie }) },
      ...(body !== undefined && { payload: body as object }),
    });
    for (const { name, value } of reply.cookies) cookies.set(name, value);
    if (reply.statusCode >= 400) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`);
    return reply;
  }
  return {
    async call(method, url, body) {
      const reply = await send(method, url, body);
      return reply.statusCode === 204 ? {} : reply.json<Body>();
    },
    async visit(url) {
      const { pathname, search } = new URL(url, origin);
      return (await send("GET", pathname + search)).headers.location ?? "";
    },
  };
}
