import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/security.md"), "utf8");

/** The requirements of levels 1 and 2 in each chapter of OWASP ASVS 5.0. */
const counts = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const rows = [...page.matchAll(/^\| (\d+)\.(\d+\.\d+) +\| (.+?) +\| (.+?) +\|(.*)\|$/gm)].map(
  ([, chapter = "", rest = "", answer = "", how = "", test = ""]) => ({
    chapter,
    number: `${chapter}.${rest}`,
    answer,
    how,
    test,
  }),
);
/** The files in a text, each with a folder: `server/app.ts`. */
const filesIn = (text: string) =>
  [...text.matchAll(/`([\w.-]+\/[\w./-]+|[\w-]+\.(?:md|json))`/g)].map(([, file = ""]) => file);

test("security.md answers each requirement of ASVS once", () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  const answered = counts.map((_, at) => rows.filter(({ chapter }) => Number(chapter) === at + 1).length);
  expect(answered).toEqual(counts);
  const answers = new Set(rows.map(({ answer }) => answer));
  expect([...answers].toSorted()).toEqual(["deviation", "met", "not applicable", "operator"]);
});

test("each file that security.md names exists, and each thing that is met names one", () => {
  const named = rows.flatMap(({ how, test }) => filesIn(how + test));
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(rows.filter(({ answer, how }) => answer === "met" && filesIn(how).length === 0)).toEqual([]);
  const tests = rows.flatMap(({ test }) => filesIn(test));
  expect(tests.length).toBeGreaterThan(150);
  expect(tests.filter((file) => !/\.(test|spec)\.ts$/.test(file))).toEqual([]);
});

test("security.md gives a reason for each deviation", () => {
  const [, reasons = ""] = /^## Where we deviate$(.*?)^## /ms.exec(page) ?? [];
  const explained = [...reasons.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([number]) => number);
  const deviations = rows.filter(({ answer }) => answer === "deviation").map(({ number }) => number);
  expect(explained.toSorted()).toEqual(deviations.toSorted());
});
