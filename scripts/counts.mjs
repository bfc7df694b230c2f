import { readFileSync } from "node:fs";

/**
 * The tests in a JSON report of Vitest or Playwright: file, state (passed, failed or skipped), whether it has the tag long, and
 * seconds. Empty without a report.
 */
export function testsIn(report) {
  let found;
  try {
    found = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return [];
  }
  return found.stats ? found.suites.flatMap(journeysIn) : found.testResults.flatMap(vitestsIn);
}

function vitestsIn({ name, assertionResults }) {
  return assertionResults.map(({ status, tags, duration }) => ({
    file: name,
    state: status === "passed" || status === "failed" ? status : "skipped",
    isLong: tags?.includes("long") === true,
    seconds: (duration ?? 0) / 1000,
  }));
}

const journeyStates = { expected: "passed", flaky: "passed", unexpected: "failed", skipped: "skipped" };

function journeysIn({ file, specs = [], suites = [] }) {
  const tests = specs.flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      file: `e2e/${file}`,
      state: journeyStates[status],
      isLong: spec.tags.includes("long"),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
  return [...tests, ...suites.flatMap(journeysIn)];
}

/** Counts the tests in each state. With `leavesLong`, long tests that did not run count as left, not as skipped. */
export function countOf(tests, leavesLong) {
  const isLeft = (test) => leavesLong && test.isLong && test.state === "skipped";
  const count = (wanted) => tests.filter((test) => test.state === wanted && !isLeft(test)).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    left: tests.filter(isLeft).length,
  };
}

/** One line per step, and the sum of all tests on the last line. A failed step without a failed test counts as one failure. */
export function summary(steps) {
  const lines = steps.map(({ name, code, seconds, count }) => {
    const tests = count ? `, ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped` : "";
    const left = count?.left ? `, ${count.left} left to npm run test:all` : "";
    return `  ${code === 0 ? "ok    " : "failed"}  ${name} (${seconds.toFixed(0)} s${tests}${left})`;
  });
  const sum = (of) => steps.reduce((total, step) => total + of(step), 0);
  const failed = sum(({ count, code }) => count?.failed || (code === 0 ? 0 : 1));
  const passed = sum(({ count }) => count?.passed ?? 0);
  const skipped = sum(({ count }) => count?.skipped ?? 0);
  return ["", "── Summary", ...lines, `${passed} passed, ${failed} failed, ${skipped} skipped`].join("\n");
}

/**
 * One line per folder: its test files, their runs (one for each database and store), and the tests and seconds of these runs. Tests
 * run in parallel, so the seconds add up to more than the elapsed time.
 */
export function runsByFolder(steps, root) {
  const folders = new Map();
  for (const { tests = [] } of steps) {
    const ran = tests.filter(({ state }) => state !== "skipped");
    for (const file of new Set(ran.map((test) => test.file))) folderOf(folders, file, root).runs++;
    for (const { file, seconds } of ran) {
      const folder = folderOf(folders, file, root);
      folder.files.add(file);
      folder.tests++;
      folder.seconds += seconds;
    }
  }
  const lines = [...folders]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(
      ([name, { files, runs, tests, seconds }]) =>
        `  ${name.padEnd(24)}${cell(files.size, "files")}${cell(runs, "runs")}${cell(tests, "tests")}${cell(seconds.toFixed(0), "s")}`,
    );
  return ["", "── What ran, how often and for how long", ...lines].join("\n");
}

const cell = (value, unit) => `${String(value).padStart(7)} ${unit}`;

function folderOf(folders, file, root) {
  const name = file.replace(`${root}/`, "").split("/").slice(0, 2).join("/");
  const folder = folders.get(name) ?? { files: new Set(), runs: 0, tests: 0, seconds: 0 };
  folders.set(name, folder);
  return folder;
}
