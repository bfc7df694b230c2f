import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Starts with the file that takes longest: Vitest begins with the largest, and at the end one worker would be alone with it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith("/access-rules/access.test.ts");
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    include: ["contract/**/*.test.ts", "scripts/**/*.test.ts", "server/**/*.test.ts", "web/**/*.test.ts"],
    globalSetup: "server/testing/global.ts",
    isolate: false,
    // The tokens of the stylesheet are read by the test of their contrast.
    css: true,
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
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
