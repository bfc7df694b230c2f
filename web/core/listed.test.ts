import { expect, test } from "vitest";
import { locale } from "#contract/locale.ts";
import { listed } from "./listed.ts";

test.each([[[]], [["Ana"]], [["Ana", "Jonas"]], [["Ana", "Jonas", "Rosa"]], [["Ana", "Jonas", "Rosa", "2 more"]]])(
  "lists %j as Intl does",
  (words) => expect(listed(words)).toBe(new Intl.ListFormat(locale).format(words)),
);
