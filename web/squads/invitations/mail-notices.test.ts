import { expect, test } from "vitest";
import { noticeWords } from "./mail-notices.tsx";

const notice = (who: string) => ({ id: who, who, reason: "there is no such mailbox." });

test("names two mails that failed with their reasons, and counts the rest", () => {
  expect(noticeWords([notice("kai@example.org")])).toBe(
    "kai@example.org could not be reached: there is no such mailbox.",
  );
  expect(noticeWords(["Kai", "Lou", "Mia", "Noa"].map(notice))).toBe(
    "Kai could not be reached: there is no such mailbox. Lou could not be reached: there is no such mailbox. And 2 more.",
  );
});
