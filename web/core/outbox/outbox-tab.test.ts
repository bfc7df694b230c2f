import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "../../ui/store.ts";
import { ApiError } from "../api.ts";
import type { Entry, MadeCall } from "./entry.ts";
import { deleteEntriesOf, findEntries } from "./outbox-store.ts";
import { type OutboxTab, openOutboxTab } from "./outbox-tab.ts";

let made = 0;
const vote = (award: string, nomineeId = "bo"): MadeCall => ({
  id: `vote ${++made}`,
  call: "POST /api/categories/:id/vote",
  of: award,
  body: { nomineeId },
  about: `Your vote for ${award}`,
});
const like = (photo: string, liked: boolean): MadeCall => ({
  id: `like ${++made}`,
  call: "POST /api/media/:id/like",
  of: photo,
  body: { liked },
  about: "Your like",
});
const comment = (text: string): MadeCall => ({
  id: `comment ${++made}`,
  call: "POST /api/media/:id/comments",
  of: "photo",
  body: { key: `comment ${made}`, text },
  about: "Your comment",
});

/** Locks as browsers have them, for all tabs. */
function openLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const request = async (_name: string, _options: unknown, work: () => Promise<void>) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part that is used
  return { request } as unknown as LockManager;
}

/** A browser with a server that can be out of reach. */
function openBrowser() {
  const locks = openLocks();
  const arrived: string[] = [];
  const tabs: OutboxTab[] = [];
  const world = {
    isOnline: true,
    answer: async (_entry: Entry): Promise<unknown> => undefined,
  };
  const words = ({ of, body }: Entry) => `${of} ${Object.values(body ?? {}).join(" ")}`;
  const open = (person: string) => {
    const list = createStore<readonly Entry[]>([]);
    const over = vi.fn();
    const tab = openOutboxTab({
      person,
      list,
      locks,
      isOnline: () => world.isOnline,
      send: async (entry) => {
        const answer = await world.answer(entry);
        arrived.push(words(entry));
        return answer;
      },
      onSent: () => undefined,
      onOver: over,
    });
    tabs.push(tab);
    return { ...tab, list, over };
  };
  return { world, arrived, open, close: () => tabs.forEach((tab) => tab.close()) };
}

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(async () => {
  browser.close();
  for (const person of ["ana", "bo"]) await deleteEntriesOf(person);
});

const offline = () => {
  throw new ApiError(0, "offline", "You seem to be offline.");
};
const refuse = (status: number, sentence: string, retryAfter?: number) => () => {
  throw new ApiError(status, "conflict", sentence, retryAfter === undefined ? {} : { retryAfter });
};
const faultsOf = async (person: string) => (await findEntries(person)).map(({ fault }) => fault);

it("what was done without a connection is sent in its order, each thing once", async () => {
  const { world, arrived, open } = browser;
  const ana = open("ana");
  world.isOnline = false;
  await ana.keep(vote("wipeout"), false);
  await ana.keep(comment("first"), false);
  await ana.keep(like("photo", true), false);
  await ana.keep(comment("second"), false);
  await ana.flush();
  expect(arrived).toEqual([]);
  expect(ana.list.current().map(({ isStuck }) => isStuck)).toEqual([true, true, true, true]);
  world.isOnline = true;
  await ana.flush();
  await ana.flush();
  expect(arrived.map((text) => text.replace(/comment \d+ /, ""))).toEqual([
    "wipeout bo",
    "photo first",
    "photo true",
    "photo second",
  ]);
  expect(await findEntries("ana")).toEqual([]);
  expect(ana.list.current()).toEqual([]);
});

describe("of two calls about one thing", () => {
  it("a later vote replaces the one that waits, also from another tab", async () => {
    const { world, arrived, open } = browser;
    const [first, second] = [open("ana"), open("ana")];
    world.isOnline = false;
    await first.keep(vote("wipeout", "bo"), true);
    await first.keep(vote("sunburn", "bo"), false);
    await second.keep(vote("wipeout", "cleo"), false);
    world.isOnline = true;
    await first.flush();
    expect(arrived).toEqual(["sunburn bo", "wipeout cleo"]);
  });

  it("a like and its end cancel out, unless the server may have seen the like", async () => {
    const { world, arrived, open } = browser;
    const ana = open("ana");
    world.isOnline = false;
    await ana.keep(like("one", true), false);
    await ana.keep(like("one", false), false);
    expect(await findEntries("ana")).toEqual([]);
    await ana.keep(like("two", true), true);
    await ana.keep(like("two", false), false);
    world.isOnline = true;
    await ana.flush();
    expect(arrived).toEqual(["two false"]);
  });
});

describe("what cannot be sent", () => {
  it.each([
    ["offline", offline],
    ["500", refuse(500, "Something went wrong.")],
    ["503", refuse(503, "We move house.")],
    ["429", refuse(429, "Too many attempts.")],
    ["401", refuse(401, "Somebody else is logged in here now.")],
  ])("waits after %s, with all that follows it", async (_, answer) => {
    const { world, arrived, open } = browser;
    const ana = open("ana");
    world.answer = async () => answer();
    await ana.keep(vote("wipeout"), false);
    await ana.keep(comment("hello"), false);
    await ana.flush();
    expect(await faultsOf("ana")).toEqual([null, null]);
    expect(ana.list.current().map(({ isStuck }) => isStuck)).toEqual([true, true]);
    world.answer = async () => undefined;
    await ana.flush();
    expect(arrived[0]).toBe("wipeout bo");
    expect(arrived).toHaveLength(2);
  });

  it("waits as long as the server asks", async () => {
    const { world, arrived, open } = browser;
    const ana = open("ana");
    world.answer = async () => refuse(503, "We move house.", 30)();
    await ana.keep(vote("wipeout"), false);
    await ana.flush();
    world.answer = async () => undefined;
    await ana.flush();
    expect(arrived).toEqual([]);
  });

  it("says why the server refused it, names no choice, and lets the next one go", async () => {
    const { world, arrived, open } = browser;
    const ana = open("ana");
    world.isOnline = false;
    await ana.keep(vote("wipeout", "cleo"), false);
    await ana.keep(comment("hello"), false);
    world.isOnline = true;
    world.answer = async ({ of }) => of === "wipeout" && refuse(409, "Voting on this award is closed.")();
    await ana.flush();
    expect(arrived).toHaveLength(1);
    expect(await findEntries("ana")).toMatchObject([
      { fault: "Voting on this award is closed.", about: "Your vote for wipeout", body: { nomineeId: "" } },
    ]);
    expect(ana.over).toHaveBeenCalled();
    await ana.remove((await findEntries("ana"))[0]!.id);
    expect(ana.list.current()).toEqual([]);
  });

  it("is refused after two weeks, when the server knows its key no longer", async () => {
    const { world, open } = browser;
    world.isOnline = false;
    await open("ana").keep(vote("wipeout"), false);
    const later = Date.now() + 14 * 86_400_000;
    expect((await findEntries("ana", later)).map(({ fault }) => fault)).toEqual(["It waited here for two weeks."]);
  });
});

it("each person's things wait for them, and nobody else sends or sees them", async () => {
  const { world, arrived, open } = browser;
  const [ana, bo] = [open("ana"), open("bo")];
  world.isOnline = false;
  await ana.keep(vote("wipeout"), false);
  await bo.refresh();
  world.isOnline = true;
  await bo.flush();
  expect(bo.list.current()).toEqual([]);
  expect(arrived).toEqual([]);
  await bo.keep(vote("sunburn"), false);
  await bo.flush();
  expect(arrived).toEqual(["sunburn bo"]);
  await deleteEntriesOf("bo");
  await ana.flush();
  expect(arrived).toEqual(["sunburn bo", "wipeout bo"]);
});

it("one of two tabs sends, and both show the same", async () => {
  const { world, arrived, open } = browser;
  const [first, second] = [open("ana"), open("ana")];
  world.isOnline = false;
  for (const award of ["wipeout", "sunburn", "early bird"]) await first.keep(vote(award), false);
  await vi.waitFor(() => expect(second.list.current()).toHaveLength(3));
  world.isOnline = true;
  await Promise.all([first.flush(), second.flush()]);
  expect(arrived).toEqual(["wipeout bo", "sunburn bo", "early bird bo"]);
  await vi.waitFor(() => expect([first, second].map(({ list }) => list.current())).toEqual([[], []]));
});

it("a try whose answer is lost keeps its key", async () => {
  const { world, open } = browser;
  const ana = open("ana");
  const keys: string[] = [];
  world.answer = async ({ id }) => {
    keys.push(id);
    if (keys.length === 1) offline();
  };
  await ana.keep(vote("wipeout"), false);
  await ana.flush();
  await ana.flush();
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

it("what is refused can be sent again", async () => {
  const { world, arrived, open } = browser;
  const ana = open("ana");
  world.answer = async () => refuse(409, "Comments on this photo are turned off.")();
  await ana.keep(comment("hello"), false);
  await ana.flush();
  const [refused] = await findEntries("ana");
  expect(refused?.fault).toBe("Comments on this photo are turned off.");
  world.answer = async () => undefined;
  await ana.again(refused!.id);
  await ana.flush();
  expect(arrived).toHaveLength(1);
});
