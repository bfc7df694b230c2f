import { expect, test } from "vitest";
import { supportIn } from "./push-support.ts";

const android = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile";
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15";
const browser = { hasPush: false, permission: "default", maxTouchPoints: 5, isInstalled: false } as const;

test.each([
  ["a browser with pushes", { ...browser, hasPush: true, userAgent: android }, "ready"],
  ["a browser that was told no", { ...browser, hasPush: true, permission: "denied", userAgent: android }, "denied"],
  ["an iPhone in a tab", { ...browser, userAgent: iPhone }, "home-screen"],
  ["an iPad, which says that it is a Mac", { ...browser, userAgent: mac }, "home-screen"],
  [
    "an app on the Home Screen of an iPhone",
    { ...browser, hasPush: true, isInstalled: true, userAgent: iPhone },
    "ready",
  ],
  ["an old iPhone's app on the Home Screen", { ...browser, isInstalled: true, userAgent: iPhone }, "none"],
  ["a Mac without pushes", { ...browser, maxTouchPoints: 0, userAgent: mac }, "none"],
  ["another browser without pushes", { ...browser, userAgent: android }, "none"],
] as const)("%s", (_name, given, expected) => {
  expect(supportIn(given)).toBe(expected);
});
