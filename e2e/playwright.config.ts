import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { isQuick } from "./scope.ts";

/** The Chromium to use: the named one, else an installed one; undefined means Playwright's own. */
const chromium = [
  process.env["CHROMIUM_BIN"],
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((file) => file && existsSync(file));

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./template.ts",
  ...(isQuick && { grepInvert: /@long/ }),
  workers: 2,
  timeout: 180_000,
  // A failed journey runs once more, and a pass is then reported as flaky.
  retries: process.env["CI"] ? 1 : 0,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "../test-results/e2e.json" }]],
  use: {
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
    trace: "off",
    screenshot: "only-on-failure",
  },
});
