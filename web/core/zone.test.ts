import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hereZone } from "./zone.ts";

let cookies = "";
/** How often the cookie was written. */
let written = 0;
let zone = "Europe/Lisbon";
beforeEach(() => {
  [cookies, written, zone] = ["theme=dark", 0, "Europe/Lisbon"];
  vi.stubGlobal("location", { protocol: "https:" });
  vi.stubGlobal("document", {
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      written += 1;
      cookies += `; ${text.split(";")[0]!}`;
      expect(text).toMatch(/; path=\/; max-age=\d+; samesite=lax(; secure)?$/);
    },
  });
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function () {
    return { resolvedOptions: () => ({ timeZone: zone }) } as Intl.DateTimeFormat;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a cookie keeps the zone for the server", () => {
  expect([hereZone(), hereZone()]).toEqual([zone, zone]);
  expect(written).toBe(1);
  expect(cookies).toContain("__Host-zone=Europe/Lisbon");
});

test("a traveller's cookie follows", () => {
  cookies = "__Host-zone=Asia/Tokyo";
  zone = "Europe/Paris";
  expect(hereZone()).toBe("Europe/Paris");
  expect(cookies).toContain("__Host-zone=Europe/Paris");
});

test("a site without https keeps it too", () => {
  vi.stubGlobal("location", { protocol: "http:" });
  expect([hereZone(), hereZone()]).toEqual([zone, zone]);
  expect(cookies).toContain("; zone=");
});

test("a browser that keeps no cookies has a zone", () => {
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
});
