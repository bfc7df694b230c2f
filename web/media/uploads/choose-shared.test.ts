import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { keepShared, sharedFilesOf } from "../../core/device/shared-files.ts";
import { chooseShared } from "./choose-shared.ts";
import { keepChosen, setCaption } from "./chosen-files.ts";

const namesOf = async () => (await sharedFilesOf("Ana")).map(({ file }) => file.name);

test("a shared file is deleted once it has left the sheet, and no sooner", async () => {
  await keepShared(
    "Ana",
    ["one.jpg", "two.jpg"].map((name) => new File([name], name)),
  );
  const shared = await sharedFilesOf("Ana");
  chooseShared({ tripId: "ericeira" }, shared);
  setCaption("any", "Look");
  expect(await namesOf()).toEqual(["one.jpg", "two.jpg"]);
  keepChosen(({ file }) => file.name !== "one.jpg");
  await expect.poll(namesOf).toEqual(["two.jpg"]);
  chooseShared({ tripId: "hossegor" }, await sharedFilesOf("Ana"));
  expect(await namesOf(), "another trip is chosen").toEqual(["two.jpg"]);
  keepChosen(() => false);
  await expect.poll(namesOf).toEqual([]);
});
