import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Starts with the longest test file. Vitest starts with the largest, and one worker would then run the longest alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith("/access-rules/access.test.ts");
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    include: ["contract", "scripts", "server", "try", "web"].map((top) => `${top}/**/*.test.ts`),
    globalSetup: "server/testing/global.ts",
    isolate: false,
    // The contrast test reads the tokens of the stylesheet.
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
    // Tests kill real processes on shared machines: CI retries a failure once, and the report shows the retry.
    retry: process.env["CI"] ? 1 : 0,
  },
});
