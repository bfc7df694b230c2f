import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { expect, vi } from "vitest";
import { calls } from "#contract/calls.ts";
import type { LiveEvent } from "#contract/live.ts";
import { unzip } from "../../media/zip/fixtures/unzip.ts";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, openTestApp } from "../app.ts";
import { outboxOf } from "../outbox.ts";

/** Two servers, each with its own database, that get the same calls. Everything they show is compared. */
export interface TwoWorlds {
  /** Adds people to both worlds, with the same ids, names, addresses and sessions. The `seats` of them have no account. */
  addPeople(names: readonly string[], seats?: number): Promise<Person[]>;
  /** Starts a new life: forgets all ids, labels and hints seen before. */
  begin(people: readonly Person[]): void;
  /** Sends a call to both worlds and compares the replies. */
  call(call: Call): Promise<Answer>;
  /** Sends a call to one of the worlds alone. */
  callOne(call: Call, which: 0 | 1): Promise<{ readonly status: number }>;
  /** Compares the live hints that the calls since the last comparison caused, but those to the own pages of these people. */
  compareHints(but?: ReadonlySet<string>): void;
  /** Changes rows of both databases behind the scenes. The condition names the `{trip}` of this life. */
  change(statement: (trip: string) => RawBuilder<unknown>): Promise<void>;
  /** Waits for this many mails since the last comparison, and compares them. */
  compareMails(count: number): Promise<void>;
  /** Compares what the servers keep of what happened. */
  compareActivity(): Promise<void>;
  /** Compares all rows of all tables; those of votes in the order in which they are stored. */
  compareTables(): Promise<void>;
  /** Labels the id that each world gave to what this answer created; of a list, to its last entry. */
  name(label: string, answer: Answer): void;
  close(): Promise<void>;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly cookie: string;
  readonly isSeat: boolean;
}

interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `{label}` in place of an id that the worlds made, as in bodies. Two paths: one for each world. */
  readonly path: string | readonly [string, string];
  readonly who: Person | null;
  readonly body?: object;
  /** The key of a request that comes again. */
  readonly key?: string;
  /** Fields of the body whose values differ, for each world. */
  readonly differing?: readonly [object, object];
  /** Removes from a reply what may differ. */
  readonly without?: (body: unknown) => unknown;
}

export interface Answer {
  readonly status: number;
  readonly bodies: readonly [unknown, unknown];
}

interface World {
  readonly swell: TestApp;
  readonly told: LiveEvent[];
  readonly ids: Map<string, string>;
  readonly labels: Map<string, string>;
  mailsBefore: number;
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const time = /\d{8}T\d{6}Z|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;

/** A text in which ids, times and secret codes are replaced by labels, which are the same in both worlds. */
const plain = ({ ids }: World, text: string): string =>
  labelled(text, (id) => ids.get(id) ?? (ids.set(id, `#${ids.size}`), ids.get(id)!));

function labelled(text: string, labelOf: (id: string) => string): string {
  return (
    text
      .replaceAll(uuid, labelOf)
      .replaceAll(time, "<time>")
      .replaceAll(/(invite|no-mail\?to)=[\w-]+/g, "$1=<code>")
      // Each site has a key of its own.
      .replaceAll(/(publicKey\W+)[\w-]{87}/g, "$1<key>")
  );
}

const parsed = (text: string): unknown => (text === "" ? null : JSON.parse(text));

export async function openTwoWorlds(): Promise<TwoWorlds> {
  const environment = { PUBLIC_URL: "https://trips.example.org" };
  const open = async (): Promise<World> => {
    const swell = await openTestApp(environment);
    const told: LiveEvent[] = [];
    const tell = swell.parts.live.tell.bind(swell.parts.live);
    vi.spyOn(swell.parts.live, "tell").mockImplementation((...events) => {
      told.push(...events);
      tell(...events);
    });
    return { swell, told, ids: new Map(), labels: new Map(), mailsBefore: 0 };
  };
  const worlds = [await open(), await open()] as const;

  async function send(world: World, { method, path, who, body, differing, key }: Call, which: 0 | 1) {
    const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, label: string) => world.labels.get(label)!);
    const reply = await world.swell.app.inject({
      method,
      url: filled(typeof path === "string" ? path : path[which]),
      headers: {
        ...(who && { cookie: who.cookie }),
        ...(key !== undefined && { "idempotency-key": key }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { payload: filled(JSON.stringify({ ...body, ...differing?.[which] })) }),
    });
    const { date: _, etag, ...headers } = reply.headers;
    const text =
      headers["content-type"] === "application/zip"
        ? JSON.stringify(unzip(reply.rawPayload).map((file) => [file.name, String(file.bytes)]))
        : String(headers["content-type"]).startsWith("text/calendar")
          ? // Unfolds the lines, so that ids are whole.
            JSON.stringify(reply.body.replaceAll("\r\n ", ""))
          : String(headers["content-type"]).startsWith("text/csv")
            ? JSON.stringify(reply.body)
            : headers["content-type"] === "image/png"
              ? JSON.stringify(hash("sha256", reply.rawPayload))
              : reply.body;
    return { status: reply.statusCode, headers: { ...headers, hasTag: etag !== undefined }, text };
  }

  return {
    async addPeople(names, seats = 0) {
      const people = names.map((name, i) => {
        const id = newId();
        const token = hash("sha256", id, "base64url");
        return {
          id,
          name,
          email: `${id}@example.org`,
          cookie: `__Host-session=${token}`,
          token,
          isSeat: i > 0 && i <= seats,
        };
      });
      for (const { swell } of worlds) {
        await swell.database.db
          .insertInto("people")
          .values(people.map(({ id, name }) => ({ id, first_name: name, last_name: "Berg" })))
          .execute();
        await swell.database.db
          .insertInto("accounts")
          .values(
            people
              .filter(({ isSeat }) => !isSeat)
              .map(({ id, email }) => ({
                person_id: id,
                email,
                email_key: email,
                password_hash: null,
                email_confirmed_at: new Date(0),
              })),
          )
          .execute();
        await swell.database.db
          .insertInto("sessions")
          .values(
            people.map(({ id, token }) => ({
              user_id: id,
              token_hash: hash("sha256", token, "buffer"),
              device: null,
              expires_at: new Date(Date.now() + 3_600_000),
            })),
          )
          .execute();
      }
      return people;
    },
    begin(people) {
      for (const world of worlds) {
        world.told.length = 0;
        world.ids.clear();
        world.labels.clear();
        for (const { id, name } of people) world.ids.set(id, name);
      }
    },
    async call(call) {
      const [one, other] = await Promise.all([send(worlds[0], call, 0), send(worlds[1], call, 1)]);
      const bodies = [one, other].map(({ text }) => parsed(text)) as [unknown, unknown];
      const shown = [one, other].map(({ status, headers }, i) => {
        // A refusal has nothing to leave out: the person may have been removed.
        const body = call.without && status < 300 ? call.without(structuredClone(bodies[i])) : bodies[i];
        // The length would tell of what may differ.
        const { "content-length": length, ...others } = headers;
        const isWhole = JSON.stringify(body) === JSON.stringify(bodies[i]);
        return plain(worlds[i]!, JSON.stringify({ status, ...others, length: isWhole && length, body }));
      });
      const asked = `${call.method} ${String(call.path)} by ${call.who?.name ?? "a visitor"}`;
      expect(`${asked}\n${shown[1]}`).toBe(`${asked}\n${shown[0]}`);
      return { status: one.status, bodies };
    },
    name(label, { bodies }) {
      for (const [i, world] of worlds.entries()) {
        const { id } = [bodies[i]].flat().at(-1) as { id: string };
        world.labels.set(label, id);
        world.ids.set(id, label);
      }
    },
    async callOne(call, which) {
      return send(worlds[which], call, which);
    },
    async change(statement) {
      for (const { swell, labels } of worlds) await statement(labels.get("trip")!).execute(swell.database.db);
    },
    compareHints(but = new Set()) {
      const [one, other] = worlds.map((world) =>
        world.told
          .splice(0)
          .filter(({ scope, id }) => scope !== "user" || !but.has(id))
          .map((hint) => plain(world, JSON.stringify(hint))),
      );
      expect(other).toEqual(one);
    },
    async compareMails(count) {
      const read = async (world: World) => {
        const { dataDir } = world.swell.parts.config;
        // Letters about a night come when their job runs, which is some seconds later.
        const mailsOf = async () =>
          (await outboxOf(dataDir)).filter(({ subject }) => !subject!.startsWith("Awards Night"));
        await expect.poll(mailsOf, { timeout: 20_000 }).toHaveLength(world.mailsBefore + count);
        const mails = (await mailsOf()).slice(world.mailsBefore);
        world.mailsBefore += count;
        const texts = mails.map(({ to, subject, text, html }) =>
          plain(world, JSON.stringify({ to, subject, text, html })),
        );
        return texts.sort();
      };
      expect(await read(worlds[1])).toEqual(await read(worlds[0]));
    },
    async compareActivity() {
      const [one, other] = await Promise.all(worlds.map((world) => rowsOf(world, "activity")));
      expect(other).toEqual(one);
    },
    async compareTables() {
      const [one, other] = await Promise.all(worlds.map(dumpOf));
      expect(other).toEqual(one);
    },
    async close() {
      for (const { swell } of worlds) {
        vi.mocked(swell.parts.live.tell).mockRestore();
        await swell.close();
      }
    },
  };
}

/** The tables of votes. In others, rows move when PostgreSQL updates them. */
const keepsOrder = new Set(["votes", "sealed_tallies", "tallies", "standings"]);

/** Every table with its rows. Codes and keys are random, and do not count; a hash of a request holds ids of its world. */
async function dumpOf(world: World): Promise<Record<string, string>> {
  const { db } = world.swell.database;
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const dump: Record<string, string> = {};
  for (const { name } of tables.rows) dump[name] = await rowsOf(world, name);
  return dump;
}

/** The rows of a table, with labels in place of ids. */
async function rowsOf(world: World, table: string): Promise<string> {
  const { rows } = await sql<{
    row: string;
  }>`select (to_jsonb(t) - 'invite_code' - 'value' - 'request_hash')::text as row from ${sql.table(table)} t`.execute(
    world.swell.database.db,
  );
  // Rows come in any order, so ids that no reply has shown get no label of their own.
  const lines = rows.map(({ row }) => labelled(row, (id) => world.ids.get(id) ?? "<id>"));
  return (keepsOrder.has(table) ? lines : lines.toSorted()).join("\n");
}

/** The path of every GET call that needs no id, or one of these. `idsOf` is by the first part of the path. */
export function readsOf(idsOf: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.keys(calls)
    .filter((route) => route.startsWith("GET ") && !timed.has(route))
    .flatMap((route) => {
      const path = route.slice("GET ".length);
      if (!path.includes(":")) return [path];
      const kind = /^\/api\/(?:public\/)?(\w+)\/:id(?:\/|$)/.exec(path)?.[1];
      return (kind ? (idsOf[kind] ?? []) : []).map((id) => path.replace(":id", id));
    });
}

/** The public totals are cached for a minute, so the time tells which the worlds show. They count no votes. */
const timed = new Set(["GET /api/public/stats"]);
