import { describe, expect, it } from "vitest";
import { addressOf } from "./download.ts";
import { wordsFor } from "./download-zip.ts";

describe("the address of an original", () => {
  it.each([
    ["/objects/abc", "/objects/abc"],
    ["/elsewhere/abc", "/elsewhere/abc"],
    ["objects/abc", "/objects/abc"],
    ["abc", "/objects/abc"],
  ])("%s: %s", (path, address) => expect(addressOf(path)).toBe(address));
});

describe("the message after downloads one by one", () => {
  const lost = (name: string) => ({ name, reason: "Failed to download: 404 Not Found" });

  it("counts the photos if all were saved", () => {
    expect(wordsFor({ saved: 3, failed: [] })).toEqual({ title: "Download Complete", text: "3 photos" });
    expect(wordsFor({ saved: 1, failed: [] }).text).toBe("1 photo");
  });

  it("names the failed photos and the reasons", () => {
    expect(wordsFor({ saved: 1, failed: [lost("a.jpg"), lost("b.jpg")] })).toMatchObject({
      title: "Some Downloads Failed",
      text: "1 of 3 photos came. Not: a.jpg (Failed to download: 404 Not Found), b.jpg (Failed to download: 404 Not Found)",
    });
    const many = wordsFor({ saved: 1, failed: ["a", "b", "c", "d", "e"].map(lost) });
    expect(many.text).toMatch(/c \(Failed to download: 404 Not Found\), and 2 more$/);
  });

  it("says that no photo was saved", () => {
    expect(wordsFor({ saved: 0, failed: [lost("a.jpg")] })).toMatchObject({
      title: "Download Failed",
      text: "No photos were downloaded successfully",
    });
  });
});
