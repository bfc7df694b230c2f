import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import { forgetShared, keepShared, sharedFilesOf } from "./shared-files.ts";

const wave = (bytes = 4, name = "wave.jpg") => {
  const file = new File(["wave"], name, { type: "image/jpeg" });
  Object.defineProperty(file, "size", { value: bytes });
  return file;
};
const idsOf = async (person: string) => (await sharedFilesOf(person)).map(({ id }) => id);

beforeEach(() => forgetShared());

test("shared files wait for their person until they are forgotten", async () => {
  expect(await keepShared("Ana", [wave(), wave()])).toBe(true);
  expect(await keepShared("Ana", [wave()])).toBe(true);
  const ids = await idsOf("Ana");
  expect(ids).toHaveLength(3);
  await forgetShared(ids.slice(0, 1));
  expect(await idsOf("Ana")).toEqual(ids.slice(1));
});

test("files that waited for somebody else are deleted", async () => {
  await keepShared("Ana", [wave()]);
  expect(await idsOf("Bo")).toEqual([]);
  expect(await idsOf("Ana")).toEqual([]);
});

test("files that nobody fetches are deleted after a day", async () => {
  await keepShared("Ana", [wave()]);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 25 * 3_600_000);
  expect(await idsOf("Ana")).toEqual([]);
  vi.restoreAllMocks();
});

test("too many or too large files are all refused", async () => {
  expect(await keepShared("Ana", [wave(3 * 1024 ** 3)])).toBe(false);
  expect(
    await keepShared(
      "Ana",
      Array.from({ length: 101 }, () => wave()),
    ),
  ).toBe(false);
  expect(await idsOf("Ana")).toEqual([]);
});
