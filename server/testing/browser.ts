import type { FastifyInstance } from "fastify";
import type { Body } from "./app.ts";

/** A browser that keeps cookies and does not follow redirects. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  /** Opens a URL of the app. Returns the redirect, if any, as `location`. */
  open(address: string, headers?: Record<string, string>): Promise<{ status: number; location: string; text: string }>;
  /** The JSON of a call; null unless it succeeds. */
  ask(url: string): Promise<Body | null>;
}

export function browserOf(app: FastifyInstance): TestBrowser {
  const cookies = new Map<string, string>();
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(address, "http://localhost");
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const reply = await app.inject({ url: pathname + search, headers: { ...(cookie && { cookie }), ...headers } });
    for (const { name, value } of reply.cookies) {
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  };
  return {
    cookies,
    async open(address, headers) {
      const reply = await get(address, headers);
      return { status: reply.statusCode, location: reply.headers.location ?? "", text: reply.body };
    },
    async ask(url) {
      const reply = await get(url);
      return reply.statusCode === 200 ? reply.json<Body>() : null;
    },
  };
}
