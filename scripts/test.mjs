import { rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { auditPackages } from "./audit.mjs";
import { countOf, summary, testsIn, runsByFolder } from "./counts.mjs";
import { installInStep, npm, serverNode } from "./install.mjs";
import { findChromium, findPostgres15, hasCeph, installPrograms, reportMissingPrograms } from "./machine.mjs";
import { makeMemoryFolder } from "./memory.mjs";
import { forwardSignals, root, run, wasSignalled } from "./run.mjs";

// npm test checks every promise once and stops at the first failed step. npm run test:all (--all) runs every test, on every database
// and store and in every look, and continues after a failed step.
const isAll = process.argv.includes("--all");
const reports = path.join(root, "test-results");
const done = [];
const inMemory = makeMemoryFolder();
const environment = { ...process.env, ...(inMemory && { TMPDIR: inMemory }) };
/** Together these tests use every statement. npm test runs them on the oldest supported PostgreSQL too. */
const onOldestPostgres = [
  "upgrade",
  "copy-tables",
  "load-tables",
  "restored-release",
  "bad-input",
  "model",
  "gallery",
  "gallery-outline",
  "trash",
  "jobs",
].map((name) => `/${name}.test.ts`);
/** Slow tests about formats, processes, mail servers, floods and stores, which do not depend on the database's version. */
const sameOnAnyDatabase = [
  "server/**/floods.test.ts",
  "server/platform/blobs/**",
  "server/accounts/identity/outage.test.ts",
  "server/**/lifecycle/{kill-mail,kill-smtp,launcher,proxy,stop}.test.ts",
  "server/platform/mail/{mail,smtp}.test.ts",
  "server/media/{processes/child,every-kind,formats,kill,memory}.test.ts",
  "server/media/{inspect,renditions}/**",
  "server/media/uploads/{direct,pieces-bucket,pieces-kill}.test.ts",
].flatMap((files) => ["--exclude", files]);
const onObjectStore = [
  "server/media/objects",
  "server/media/upkeep/check.test.ts",
  "server/accounts/account/export.test.ts",
  "server/media/zip/access.test.ts",
];

forwardSignals();
// In parallel, because both mostly wait for the network.
await Promise.all([installInStep(), installPrograms()]);
reportMissingPrograms();
rmSync(reports, { recursive: true, force: true });

await step("Format", program("oxfmt/bin/oxfmt"), ["--check", "."]);
await step("Lint and types", program("oxlint/bin/oxlint"));
await step("Exports", program("knip/bin/knip.js"));
await audit();
if (isAll) await installPostgres17();
await vitest("Unit and server tests", []);
const postgres15 = await findPostgres15();
if (postgres15)
  await vitest("Server tests on PostgreSQL 15", isAll ? ["server/", "try/", ...sameOnAnyDatabase] : onOldestPostgres, {
    APP_PG_BIN: postgres15,
  });
if (isAll && hasCeph())
  // The tests of serving, checking and zipping photos, on the other kind of store.
  await vitest("Server tests on an object store", [...onObjectStore, "--testTimeout=90000"], { TEST_STORE: "s3" });
await step("Web build", path.join(root, "scripts/build-web.mjs"));
await step("Byte budget", path.join(root, "scripts/budget.mjs"));
const chromium = await findChromium();
await step("Journeys in a browser", program("@playwright/test/cli.js"), ["test", "-c", "e2e/playwright.config.ts"], {
  report: path.join(reports, "e2e.json"),
  env: { ...(chromium && { CHROMIUM_BIN: chromium }), JOURNEYS: isAll ? "all" : "quick" },
});
await step("README", path.join(root, "scripts/readme.mjs"));
finish();

/** The PostgreSQL from which tests upgrade. */
async function installPostgres17() {
  const [file, ...before] = npm();
  const folder = path.join(root, "server/testing/postgres-17");
  const code = await run(file, [...before, "ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  if (code !== 0) console.log("PostgreSQL 17 cannot be installed: upgrades from it are not tested.");
}

async function vitest(name, args, env = {}) {
  const report = path.join(reports, `${name.replaceAll(/\W+/g, "-").toLowerCase()}.json`);
  const which = isAll ? [] : ["--tags-filter=!long"];
  const how = ["run", ...args, ...which, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  await step(name, program("vitest/vitest.mjs"), how, { report, env });
}

/** Runs one step on the project's own Node. */
async function step(name, script, args = [], { report, env = {} } = {}) {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const code = await run(serverNode(), [script, ...args], { env: { ...environment, ...env } });
  const tests = report && testsIn(report);
  const seconds = (performance.now() - began) / 1000;
  done.push({ name, code, seconds, tests, count: tests && countOf(tests, !isAll) });
  if (code !== 0 && (!isAll || wasSignalled())) finish();
}

async function audit() {
  const began = performance.now();
  const { isFine, note, lines } = await auditPackages();
  console.log(["", `── Audit: ${note}`, ...lines].join("\n"));
  done.push({ name: `Audit: ${note}`, code: isFine ? 0 : 1, seconds: (performance.now() - began) / 1000 });
  if (!isFine && !isAll) finish();
}

/** Prints the summary and ends the run, with the exit code of the first failed step. */
function finish() {
  if (isAll) console.log(runsByFolder(done, root));
  console.log(summary(done));
  process.exit(done.find(({ code }) => code !== 0)?.code ?? 0);
}

function program(file) {
  return path.join(root, "node_modules", file);
}
