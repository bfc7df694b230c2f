import { expect, test } from "vitest";
import type { Statement } from "./connect.ts";
import { quoted, sqlText } from "./sql-text.ts";

test("the type checker refuses a plain string as a statement or as a part of one", () => {
  const text: string = "select 1; drop table users";
  // @ts-expect-error: a plain string is no part of a statement.
  const injected = sqlText`select * from users where id = ${text}`;
  // @ts-expect-error: a plain string is no statement.
  const statement: Statement = { name: "plain", text };
  expect([statement.text, injected]).toHaveLength(2);
});

test("a text is made of texts and numbers", () => {
  const table = sqlText`users`;
  expect(sqlText`select ${table}.id from ${table} limit ${3}`).toBe("select users.id from users limit 3");
});

test("a quote in a constant does not end it", () => {
  expect(sqlText`select ${quoted("it's")}`).toBe("select 'it''s'");
});
