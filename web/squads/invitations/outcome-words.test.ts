import { expect, test } from "vitest";
import { outcomeWords } from "./outcome-words.ts";

const none = { sent: [], alreadyMembers: [], failed: [] };

test("names who was mailed, who is a member, and who was not reached and why", () => {
  expect(outcomeWords({ ...none, sent: ["a@x.org"] })).toBe("Mailed to a@x.org.");
  expect(
    outcomeWords({
      sent: ["a@x.org", "b@x.org", "c@x.org"],
      alreadyMembers: ["d@x.org", "e@x.org"],
      failed: [
        { email: "f@x.org", reason: "Too often." },
        { email: "g", reason: "No address." },
        { email: "h@x.org", reason: "Too often." },
      ],
    }),
  ).toBe(
    "Mailed to a@x.org, b@x.org and c@x.org. Already members: d@x.org and e@x.org. " +
      "Not sent to f@x.org and h@x.org: Too often. Not sent to g: No address.",
  );
});

test("names four addresses and counts the rest, unless only one is left", () => {
  const sent = Array.from({ length: 50 }, (_, i) => `${i}@x.org`);
  expect(outcomeWords({ ...none, sent })).toBe("Mailed to 0@x.org, 1@x.org, 2@x.org, 3@x.org and 46 more.");
  expect(outcomeWords({ ...none, alreadyMembers: sent.slice(0, 5) })).toBe(
    "Already members: 0@x.org, 1@x.org, 2@x.org, 3@x.org and 4@x.org.",
  );
});
