import { expect, test } from "vitest";
import { mentionAt, withMention } from "./mention-search.ts";

const typed = (text: string, chosen: string[] = []) => mentionAt(text, text.length, chosen)?.search ?? null;

test("a mention is searched for after an @, over two words at most", () => {
  expect(["@", "hi @an", "(@Ana", "a\n@Ana Lo"].map((text) => typed(text))).toEqual(["", "an", "Ana", "Ana Lo"]);
  expect(["hi", "ana@surf", "@Ana Lopes is", "@ana@"].map((text) => typed(text))).toEqual([null, null, null, null]);
});

test("no mention is searched for after a name that is chosen", () => {
  expect([typed("@Ana ", ["Ana"]), typed("@Ana Lopes", ["Ana Lopes"]), typed("@An", ["Ana"])]).toEqual([
    null,
    null,
    "An",
  ]);
});

test("a chosen name takes the place of what was typed", () => {
  const text = "Look @an there";
  const search = mentionAt(text, 8, [])!;
  expect(withMention(text, search, "Ana Lopes")).toEqual({ text: "Look @Ana Lopes there", caret: 16 });
});
