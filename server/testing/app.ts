import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import { type Parts, buildApp } from "../app.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { openLive } from "../platform/live/live.ts";
import { postgresWire } from "../platform/live/store.ts";
import { scopesOf } from "../access/live-scopes-store.ts";
import { environmentFor } from "./s3.ts";
import { type TestDatabase, freshDatabase } from "./database.ts";

/** A reply as a browser gets it. */
export interface Reply {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** JSON of any shape; a missing field fails the test that reads it. */
export interface Body {
  readonly [key: string]: Body;
}

/** Casts a body, or a part of one, to a list. */
export const rows = (body: Body | undefined) => body as unknown as readonly Body[];

type Send = (url: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

export interface Client {
  get: Send;
  post: Send;
  put: Send;
  patch: Send;
  delete: Send;
  /** The session cookie, `name=value`; empty for a visitor. */
  readonly cookie: string;
}

export interface TestPerson extends Client {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly parts: Parts;
  readonly database: TestDatabase;
  readonly visitor: Client;
  /** Registers and signs in a user called `name`, with a unique address. */
  person(name: string): Promise<TestPerson>;
  people<N extends string>(...names: N[]): Promise<Record<N, TestPerson>>;
  /** Confirms this person's address and returns the person. */
  confirm(person: TestPerson): Promise<TestPerson>;
  close(): Promise<void>;
}

/** The whole app on its own database, called by `inject`. Rate limits are off by default. */
export async function openTestApp(
  environment: Record<string, string> = {},
  shared?: TestDatabase,
  more: Pick<Parts, "tokenOf" | "network" | "webDir" | "logTo"> = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-app-"));
  const database = shared ?? (await freshDatabase());
  const config: Config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    RATE_LIMITS: "off",
    MIN_FREE_BYTES: "0",
    ...(await environmentFor(database)),
    ...environment,
  });
  const ignore = () => {};
  const live = openLive({
    wire: postgresWire(database, ignore),
    scopesOf: (userId) => scopesOf(database, userId),
    log: ignore,
  });
  const parts: Parts = { config, database, live, checkReplies: true, ...more };
  const app = await buildApp(parts);
  let made = 0;
  const person = async (name: string): Promise<TestPerson> => {
    const password = `${name}-likes-waves`;
    const email = `${name}.${++made}.${Math.random().toString(36).slice(2)}@example.org`;
    const firstName = name[0]!.toUpperCase() + name.slice(1);
    const reply = await client(app, "").post("/api/register", { firstName, lastName: "Berg", email, password });
    if (reply.status !== 201) throw new Error(`${name} could not register: ${reply.text}`);
    const cookie = String(reply.headers["set-cookie"]).split(";")[0]!;
    return { ...client(app, cookie), id: String(reply.body["id"]), email, password, name: `${firstName} Berg` };
  };
  return {
    app,
    parts,
    database,
    visitor: client(app, ""),
    person,
    async people(...names) {
      const all = {} as Record<(typeof names)[number], TestPerson>;
      for (const name of names) all[name] = await person(name);
      return all;
    },
    async confirm(one) {
      const confirmed = { email_confirmed_at: new Date() };
      await database.db.updateTable("accounts").set(confirmed).where("person_id", "=", one.id).execute();
      return one;
    },
    async close() {
      await app.close();
      await live.close();
      if (!shared) await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A client that sends this cookie. */
/** A browser must not show what it keeps of one account to the next. Tests hold this for all their replies. */
export function expectOwnCache(url: string, headers: Reply["headers"]): void {
  const isKept = !/no-store|public/.test(String(headers["cache-control"]));
  if (isKept && !/cookie/i.test(String(headers["vary"])))
    throw new Error(`${url}: a private reply without Vary: Cookie`);
}

export function client(app: FastifyInstance, cookie: string): Client {
  const send =
    (method: NonNullable<InjectOptions["method"]>): Send =>
    async (url, body, headers = {}) => {
      const reply = await app.inject({
        method,
        url,
        headers: { ...(cookie && { cookie }), ...headers },
        ...(body !== undefined && { payload: body as InjectOptions["payload"] & object }),
      });
      expectOwnCache(url, reply.headers);
      const isJson = String(reply.headers["content-type"]).startsWith("application/json");
      return {
        status: reply.statusCode,
        body: isJson ? reply.json<Body>() : {},
        text: reply.body,
        headers: reply.headers,
      };
    };
  return {
    get: send("GET"),
    post: send("POST"),
    put: send("PUT"),
    patch: send("PATCH"),
    delete: send("DELETE"),
    cookie,
  };
}
