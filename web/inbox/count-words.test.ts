import { expect, test } from "vitest";
import { maxUnseen } from "#contract/inbox.ts";
import { bellNumber } from "./count-words.ts";

test.each([
  [1, "1"],
  [99, "99"],
  [100, "99+"],
  [maxUnseen, "99+"],
])("the bell shows %i new entries as %s", (count, words) => expect(bellNumber(count)).toBe(words));
