import process from "node:process";
import { afterEach, expect, test, vi } from "vitest";
import { saying } from "../progress.mjs";

const wasTerminal = process.stdout.isTTY;
afterEach(() => {
  process.stdout.isTTY = wasTerminal;
  vi.restoreAllMocks();
});

/** What `saying` prints while its work ends with `result`, letter by letter. */
async function said(isTerminal: boolean, result: Promise<string>): Promise<string> {
  const parts: unknown[] = [];
  process.stdout.isTTY = isTerminal;
  vi.spyOn(process.stdout, "write").mockImplementation((part) => parts.push(part) > 0);
  vi.spyOn(console, "log").mockImplementation((line) => void parts.push(line));
  const ended = saying(
    "Step 1 of 2: Installing packages",
    () => 0.429,
    () => result,
  );
  await ended.catch(() => parts.push("failed"));
  return parts.join("");
}

const start = "\r\u001B[KStep 1 of 2: Installing packages … ";

test("a step on a terminal says in one line how far it is, and when it is done", async () => {
  expect(await said(true, Promise.resolve(""))).toBe(`${start}42 %${start}done\n`);
});

test("a step that fails ends its line without a word about success", async () => {
  expect(await said(true, Promise.reject(new Error("no network")))).toBe(`${start}42 %\nfailed`);
});

test("a step in a log is one line", async () => {
  expect(await said(false, Promise.resolve(""))).toBe("Step 1 of 2: Installing packages …");
});
