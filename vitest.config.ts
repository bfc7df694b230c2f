import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["contract/**/*.test.ts", "scripts/**/*.test.ts", "server/**/*.test.ts", "web/**/*.test.ts"],
    globalSetup: "server/testing/global.ts",
    isolate: false,
    // The tokens of the stylesheet are read by the test of their contrast.
    css: true,
    pool: "forks",
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    tags: [
      {
        name: "long",
        description: "Left out of `npm test`, which proves the same in less; `npm run test:all` runs it.",
      },
    ],
    // Real processes are killed on machines shared with others: there a failure is looked at twice, and a retry shows in the report.
    retry: process.env["CI"] ? 1 : 0,
  },
});
