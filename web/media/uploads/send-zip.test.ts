import { expect, test } from "vitest";
import type { ResumePoint, Upload, UploadState, ZipProgress } from "./upload-list.ts";
import { type Ended, type ZipPorts, sendZip } from "./send-zip.ts";
import { ZipFault, type ZipPhoto } from "./zip/zip-photo.ts";

const photo = (name: string): ZipPhoto => ({ place: [0, 0], name, size: 10, type: "image/jpeg", folder: "" });
const done: Ended = { kind: "done", isDuplicate: false };
const failed = (more: object = {}): Ended => ({ kind: "failed", sentence: "No.", mayRetry: false, ...more });

const upload = (names: readonly string[], more: Partial<Upload> = {}): Upload => ({
  id: "1",
  order: 1,
  name: "a.zip",
  type: "application/zip",
  size: names.length * 10,
  scope: { tripId: "t" },
  state: { kind: "waiting" },
  zip: { sizes: [100], photos: names.map(photo), captions: {}, left: [{ name: "x.avi", reason: "No film." }] },
  ...more,
});

/** Sends the photos of a zip, of which each ends as `ends` says. */
async function send(one: Upload, ends: Readonly<Record<string, Ended | "broken">> = {}, isGone = false) {
  const log: string[] = [];
  const states: UploadState[] = [];
  let at: ZipProgress | undefined;
  const stop = new AbortController();
  const ports: ZipPorts = {
    open: async ({ name }) => {
      log.push(`open ${name}`);
      if (ends[name] === "broken") throw new ZipFault("Broken.");
      return { file: new Blob([name]) };
    },
    isGone: async () => isGone,
    send: async (index, _opened, { address }: ResumePoint, tell) => {
      const { name } = one.zip!.photos[index]!;
      log.push(`send ${name}${address ? ` to ${address}` : ""}`);
      tell({ kind: "sending", share: 0.5 });
      const end = ends[name];
      return end === undefined || end === "broken" ? done : end;
    },
    tell: (state) => void states.push(state),
    remember: ({ zipAt }) => void (at = zipAt),
    signal: stop.signal,
  };
  await sendZip(one, ports);
  return { log, states, at };
}

test("photos go one by one, and the next is opened meanwhile", async () => {
  const { log, states, at } = await send(upload(["a", "b", "c"]));
  expect(log).toEqual(["open a", "open b", "send a", "open c", "send b", "send c"]);
  expect(states.flatMap((state) => (state.kind === "sending" ? state.share : []))).toEqual([5 / 30, 15 / 30, 25 / 30]);
  expect(states.at(-1)).toEqual(done);
  expect(at).toMatchObject({ next: 3, bytes: 30, added: { photos: 3, videos: 0 }, duplicates: 0 });
});

test("what cannot be read or is refused stays behind with its reason", async () => {
  const ends = { a: "broken", b: failed(), c: { kind: "done", isDuplicate: true } } as const;
  const { states, at } = await send(upload(["a", "b", "c", "d"]), ends);
  expect(states.at(-1)).toEqual(done);
  expect(at).toMatchObject({ next: 4, added: { photos: 1 }, duplicates: 1 });
  expect(at?.left).toEqual([
    { name: "x.avi", reason: "No film." },
    { name: "a", reason: "Broken." },
    { name: "b", reason: "No." },
  ]);
});

test("another page continues with the photo that was on its way", async () => {
  const at = { next: 1, bytes: 10, added: { photos: 1, videos: 0 }, duplicates: 0, left: [] };
  const { log } = await send(upload(["a", "b", "c"], { zipAt: at, address: "/upload/b" }));
  expect(log).toEqual(["open b", "open c", "send b to /upload/b", "send c"]);
});

test.each([failed({ mayRetry: true }), failed({ isForAll: true })])("%j stops the whole zip", async (end) => {
  const { log, states, at } = await send(upload(["a", "b", "c"]), { b: end });
  expect(states.at(-1)).toEqual(end);
  expect(at).toMatchObject({ next: 1 });
  expect(log).not.toContain("send c");
});

test("zips that have changed or are gone are told as such", async () => {
  const { states } = await send(upload(["a"]), { a: "broken" }, true);
  expect(states).toMatchObject([{ kind: "failed", isUnreadable: true }]);
});
