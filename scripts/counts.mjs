import { readFileSync } from "node:fs";

/** How many tests passed and failed, from the JSON report of Vitest or Playwright; nothing where there is no report. */
export function countIn(report) {
  let found;
  try {
    found = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return {};
  }
  if (found.stats) return { passed: found.stats.expected + found.stats.flaky, failed: found.stats.unexpected };
  return { passed: found.numPassedTests, failed: found.numFailedTests };
}

/** One line a step, and the sum of all tests alone on the last line. A step that failed without a failed test counts as one. */
export function summary(steps) {
  const lines = steps.map(({ name, code, seconds, passed, failed }) => {
    const tests = passed === undefined ? "" : `, ${passed} passed, ${failed} failed`;
    return `  ${code === 0 ? "ok    " : "failed"}  ${name} (${seconds.toFixed(0)} s${tests})`;
  });
  const sum = (of) => steps.reduce((total, step) => total + of(step), 0);
  const failed = sum((step) => step.failed || (step.code === 0 ? 0 : 1));
  return ["", "── Summary", ...lines, `${sum((step) => step.passed ?? 0)} passed, ${failed} failed`].join("\n");
}
