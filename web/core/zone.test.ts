import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hereZone } from "./zone.ts";

let cookies = "";
/** How often the zone was asked of `Intl`. */
let asked = 0;
let zone = "Europe/Lisbon";
beforeEach(() => {
  [cookies, asked, zone] = ["theme=dark", 0, "Europe/Lisbon"];
  vi.stubGlobal("location", { protocol: "https:" });
  vi.stubGlobal("document", {
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      cookies += `; ${text.split(";")[0]!}`;
      expect(text).toMatch(/; path=\/; max-age=\d+; samesite=lax(; secure)?$/);
    },
  });
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function () {
    asked += 1;
    return { resolvedOptions: () => ({ timeZone: zone }) } as Intl.DateTimeFormat;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the zone is asked once and then kept", () => {
  expect([hereZone(), hereZone()]).toEqual([zone, zone]);
  expect(asked).toBe(1);
  expect(cookies).toContain("__Host-zone=Europe/Lisbon:");
});

test("a clock with other offsets asks again", () => {
  cookies = "__Host-zone=Asia/Tokyo:-540:-541";
  zone = "Europe/Paris";
  expect(hereZone()).toBe("Europe/Paris");
});

test("a site without https keeps it too", () => {
  vi.stubGlobal("location", { protocol: "http:" });
  expect([hereZone(), hereZone()]).toEqual([zone, zone]);
  expect(cookies).toContain("; zone=");
});

test("a browser that keeps no cookies asks each time", () => {
  vi.stubGlobal(
    "document",
    Object.freeze({
      get cookie() {
        return "";
      },
      set cookie(_: string) {},
    }),
  );
  expect([hereZone(), hereZone()]).toEqual([zone, zone]);
  expect(asked).toBe(2);
});
