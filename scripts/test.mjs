import { rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { buildInStep } from "./build.mjs";
import { findChromium, findPostgres15, hasCeph, providePrograms } from "./machine.mjs";
import { countIn, summary } from "./counts.mjs";
import { installInStep, serverNode } from "./install.mjs";
import { forwardSignals, root, run } from "./run.mjs";

// npm test: everything; with --fast (npm run check) what needs neither a browser nor a second PostgreSQL.
const isFast = process.argv.includes("--fast");
const reports = path.join(root, "test-results");
const done = [];
/** What is about formats, processes, mail servers, floods and other stores, and takes its time. */
const sameOnAnyDatabase = [
  "server/testing/attacks/floods.test.ts",
  "server/platform/blobs/**",
  "server/accounts/identity/outage.test.ts",
  "server/testing/lifecycle/{kill-mail,kill-smtp,launcher,proxy,stop}.test.ts",
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
await installInStep();
rmSync(reports, { recursive: true, force: true });

await step("Format", program("oxfmt/bin/oxfmt"), ["--check", "."]);
await step("Lint and types", program("oxlint/bin/oxlint"));
if (!isFast) await providePrograms();
await vitest("Unit and server tests", []);
if (!isFast) {
  const postgres15 = await findPostgres15();
  if (postgres15)
    await vitest("Server tests on PostgreSQL 15", ["server", ...sameOnAnyDatabase], { APP_PG_BIN: postgres15 });
  if (hasCeph())
    // What serves, checks and packs photos, on the other kind of store.
    await vitest("Server tests on an object store", [...onObjectStore, "--testTimeout=90000"], { TEST_STORE: "s3" });
  await buildInStep();
  await step("Byte budget", path.join(root, "scripts/budget.mjs"));
  const chromium = await findChromium();
  const journeys = path.join(reports, "e2e.json");
  await step("Journeys in a browser", program("@playwright/test/cli.js"), ["test", "-c", "e2e/playwright.config.ts"], {
    report: journeys,
    env: chromium ? { CHROMIUM_BIN: chromium } : {},
  });
  await step("README", path.join(root, "scripts/readme.mjs"));
}
console.log(summary(done));

async function vitest(name, args, env = {}) {
  const report = path.join(reports, `${name.replaceAll(/\W+/g, "-").toLowerCase()}.json`);
  const how = ["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  await step(name, program("vitest/vitest.mjs"), how, { report, env });
}

/** Runs one step on the project's own Node; the first that fails ends the run with its exit code. */
async function step(name, script, args = [], { report, env = {} } = {}) {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const code = await run(serverNode(), [script, ...args], { env: { ...process.env, ...env } });
  done.push({ name, code, seconds: (performance.now() - began) / 1000, ...(report && countIn(report)) });
  if (code === 0) return;
  console.log(summary(done));
  process.exit(code);
}

function program(file) {
  return path.join(root, "node_modules", file);
}
