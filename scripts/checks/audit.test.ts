import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { auditPackages } from "../audit.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "swellmates-audit-"));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  vi.stubEnv("PATH", `${folder}${path.delimiter}${process.env["PATH"]}`);
  vi.stubEnv("npm_execpath", undefined);
});

/** Puts an npm on the PATH that runs this shell script. */
function npmSays(script: string) {
  const file = path.join(folder, "npm");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

const report = (...severities: string[]) => {
  const entries = severities.map((severity, i) => {
    const advisory = { severity, name: `part${i}`, title: "It leaks", url: `https://example.org/${i}` };
    return [`part${i}`, { severity, via: [advisory, "another"] }];
  });
  return JSON.stringify({ vulnerabilities: Object.fromEntries(entries), metadata: { vulnerabilities: {} } });
};
/** An npm that answers differently about production packages alone. It fails as npm does when it finds something. */
const answers = (production: string, all: string) =>
  npmSays(`case "$*" in *--omit=dev*) echo '${production}';; *) echo '${all}';; esac; exit 1`);

test("a severe advisory about a production package fails the audit", async () => {
  answers(report("high", "moderate"), report("high", "moderate"));
  expect(await auditPackages()).toEqual({
    isFine: false,
    note: "1 severe advisories about what the server runs, 1 about all packages",
    lines: ["high: part0: It leaks (https://example.org/0)"],
  });
});

test("advisories about development packages and lesser ones are notes", async () => {
  answers(report("moderate"), report("moderate", "critical"));
  expect(await auditPackages()).toMatchObject({
    isFine: true,
    lines: ["development only: critical: part1: It leaks (https://example.org/1)"],
  });
});

test("an audit without an answer passes and says so", async () => {
  for (const script of ["echo '{\"error\":{}}'; exit 1", "exit 1"]) {
    npmSays(script);
    expect(await auditPackages()).toEqual({ isFine: true, note: "the registry did not answer", lines: [] });
  }
});

test("an audit that hangs ends after some seconds", { tags: "long" }, async () => {
  npmSays("exec sleep 600");
  expect(await auditPackages()).toMatchObject({ isFine: true, note: "the registry did not answer" });
});
