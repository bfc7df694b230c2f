import { expect, it } from "vitest";
import type { DoneAction } from "#contract/admin.ts";
import { actionWords } from "./action-words.ts";

const done: DoneAction = {
  id: "1",
  at: "2026-07-04T18:20:00.000Z",
  action: "sessions_ended",
  by: "admin",
  byName: "Ana Berg",
  person: { id: "2", name: "Bo Berg" },
  detail: null,
};

it.each<[Partial<DoneAction>, string]>([
  [{}, "Ana Berg logged Bo Berg out everywhere"],
  [{ person: null }, "Ana Berg logged somebody who is gone out everywhere"],
  [{ by: "operator", byName: null }, "The operator logged Bo Berg out everywhere"],
  [{ byName: null }, "A former site admin logged Bo Berg out everywhere"],
  [{ action: "queue_retried", person: null, detail: "mail: 2" }, "Ana Berg ran failed jobs again (mail: 2)"],
  [{ action: "mail_retried", person: null }, "Ana Berg sent a mail again"],
  [{ action: "read_only_on", person: null, detail: "New disk." }, "Ana Berg made the site read-only: “New disk.”"],
  [{ action: "read_only_on", person: null }, "Ana Berg made the site read-only"],
])("%j reads %s", (change, sentence) => {
  expect(actionWords({ ...done, ...change })).toBe(sentence);
});
