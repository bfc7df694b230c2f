import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { claimStore, emptyStore, findKept, keep, meAddress, ownerOfStore } from "./store.ts";

const [ana, bo] = ["01a224f7-d30e-7141-a52b-a660f34abf3f.0", "01a224f7-d30e-7141-a52b-a660f34abf40.0"];
const answer = (body: string) => ({ kind: "answer", body, link: null, shape: "s" }) as const;
const picture = (bytes: number) => ({ kind: "picture", blob: new Blob([new Uint8Array(bytes)]) }) as const;
const bodyAt = async (owner: string, address: string) => {
  const entry = await findKept(owner, address);
  return entry?.kept.kind === "answer" ? entry.kept.body : entry?.kept.kind;
};

beforeEach(async () => {
  await emptyStore();
  await claimStore(ana);
});

test("only the owner finds what is kept", async () => {
  await keep(ana, "/a", answer("1"));
  expect(await bodyAt(ana, "/a")).toBe("1");
  expect(await bodyAt(bo, "/a")).toBeUndefined();
  await claimStore(ana);
  expect(await bodyAt(ana, "/a")).toBe("1");
});

test("another person's claim empties the store, and late answers are not kept", async () => {
  await keep(ana, "/a", answer("1"));
  await keep(ana, meAddress, answer("Ana"));
  await claimStore(bo);
  await keep(ana, "/b", answer("2"));
  for (const address of ["/a", "/b", meAddress]) expect(await bodyAt(bo, address)).toBeUndefined();
  expect(await ownerOfStore()).toBe(bo);
});

test("a departure empties the store of all but the person themselves", async () => {
  await keep(ana, "/a", answer("1"));
  await keep(ana, meAddress, answer("Ana"));
  const left = ana.replace(/0$/, "1");
  await claimStore(left);
  expect([await bodyAt(left, "/a"), await bodyAt(left, meAddress)]).toEqual([undefined, "Ana"]);
});

test("a store that is emptied on purpose stays its owner's", async () => {
  await keep(ana, "/a", answer("1"));
  await claimStore(ana, true);
  expect([await bodyAt(ana, "/a"), await ownerOfStore()]).toEqual([undefined, ana]);
});

test("nobody's store keeps nothing", async () => {
  await emptyStore();
  await keep(ana, "/a", answer("1"));
  expect([await ownerOfStore(), await bodyAt(ana, "/a")]).toEqual([undefined, undefined]);
});

test("the oldest go when there is no more room", async () => {
  for (const name of ["/1", "/2", "/3"]) {
    await keep(ana, name, picture(40), 100);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(await Promise.all(["/1", "/2", "/3"].map((name) => bodyAt(ana, name)))).toEqual([
    undefined,
    "picture",
    "picture",
  ]);
  // An entry that is kept again counts once, and as new.
  await keep(ana, "/2", picture(50), 100);
  await keep(ana, "/4", picture(50), 100);
  expect(await Promise.all(["/2", "/3", "/4"].map((name) => bodyAt(ana, name)))).toEqual([
    "picture",
    undefined,
    "picture",
  ]);
  await keep(ana, "/5", picture(101), 100);
  expect(await bodyAt(ana, "/5")).toBeUndefined();
});
