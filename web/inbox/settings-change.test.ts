import { expect, test } from "vitest";
import type { InboxSettings } from "#contract/inbox.ts";
import { muteChange, quietChange, squadTopicChange, topicChange } from "./settings-change.ts";

const squad = (squadId: string) => ({ squadId, name: squadId, off: [], mutedUntil: null });
const before: InboxSettings = { off: [], noMail: [], noPush: [], quiet: null, squads: [squad("dawn"), squad("dusk")] };
const changes = [
  topicChange("off", "photos", false),
  topicChange("noMail", "likes", false),
  topicChange("noPush", "likes", false),
  topicChange("off", "awards", false),
  topicChange("off", "photos", true),
  quietChange({ from: "22:00", to: "08:00", timeZone: "UTC" }),
  muteChange("dusk", "2026-07-05T08:00:00.000Z"),
  squadTopicChange("dusk", "nights", false),
];
const after: InboxSettings = {
  off: ["awards"],
  noMail: ["likes"],
  noPush: ["likes"],
  quiet: { from: "22:00", to: "08:00", timeZone: "UTC" },
  squads: [squad("dawn"), { ...squad("dusk"), off: ["nights"], mutedUntil: "2026-07-05T08:00:00.000Z" }],
};

test("changes in a row keep each other", () => {
  expect(changes.reduce((settings, { apply }) => apply(settings), before)).toEqual(after);
});

test.each(changes)("a change that is applied twice counts once", ({ apply }) => {
  expect(apply(apply(before))).toEqual(apply(before));
});

test("only changes of a squad name one", () => {
  expect(changes.map(({ squadId }) => squadId)).toEqual([...Array(6).fill(undefined), "dusk", "dusk"]);
});
