import { expect, test } from "vitest";
import { owedSentence } from "./owed-line.tsx";

const person = (id: string, firstName: string | null) => ({
  id,
  user: firstName === null ? null : { id, firstName, lastName: "", bio: null, profileImageUrl: null },
  isCrew: true,
  isExpected: false,
  payTo: null,
});
const people = [person("ana", "Ana"), person("ben", "Ben"), person("gone", null)];

test("who leaves reads whom they still owe how much", () => {
  const settle = [
    { from: "ben", to: "ana", amount: 1240 },
    { from: "ben", to: "gone", amount: 300 },
  ];
  expect(owedSentence({ people, settle, currency: "EUR" }, "ben")).toBe(
    "You still owe Ana €12.40 and Former crew member €3.00.",
  );
  expect(owedSentence({ people, settle, currency: "EUR" }, "ana")).toBeUndefined();
});

test("who leaves a trip without costs owes nobody anything", () => {
  expect(owedSentence({ people, settle: [], currency: null }, "ben")).toBeUndefined();
});
