import { expect, test } from "vitest";
import { type Upload, type UploadState, groupFailed } from "./upload-list.ts";

const upload = (id: string, state: UploadState): Upload => ({
  id,
  order: 0,
  name: `${id}.jpg`,
  type: "image/jpeg",
  size: 1,
  scope: { tripId: "t" },
  state,
});
const failed = (sentence: string): UploadState => ({ kind: "failed", sentence, mayRetry: false });

test("failed uploads are grouped by their reason, the others stay in order", () => {
  const { failed: groups, others } = groupFailed([
    upload("a", { kind: "waiting" }),
    upload("b", failed("Too large.")),
    upload("c", failed("Damaged.")),
    upload("d", { kind: "done", isDuplicate: false }),
    upload("e", failed("Too large.")),
  ]);
  expect(groups.map(({ sentence, uploads }) => [sentence, uploads.map(({ id }) => id)])).toEqual([
    ["Too large.", ["b", "e"]],
    ["Damaged.", ["c"]],
  ]);
  expect(others.map(({ id }) => id)).toEqual(["a", "d"]);
});
