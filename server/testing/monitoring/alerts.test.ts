import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { figuresIn } from "../../platform/metrics/fixtures/figures.ts";
import { openTestApp } from "../app.ts";
import { alerts, dashboardQueries, monitoring } from "./monitoring-files.ts";

const guide = readFileSync(path.join(monitoring, "../self-hosting.md"), "utf8");
const anchors = [...guide.matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-"),
);

test("each alert says what it means, what to do, and where the guide says more", () => {
  expect(alerts.length).toBeGreaterThan(10);
  for (const { name, text, runbook } of alerts) {
    expect(text, name).toMatch(/summary: ".+"\n\s+action: ".+"/);
    expect(runbook, name).toMatch(/^docs\/self-hosting\.md#/);
    expect(anchors, name).toContain(runbook.split("#")[1]);
  }
});

test("the guide has a paragraph for each alert, and for no others", () => {
  const named = [...guide.matchAll(/^\| `(Swellmates\w+)`/gm)].map(([, name = ""]) => name);
  expect(named.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
});

test("alerts and dashboard ask for figures that the server has", async () => {
  const METRICS_TOKEN = "a-token-of-the-operator-1";
  const swell = await openTestApp({ METRICS_TOKEN });
  const { text } = await swell.visitor.get("/metrics", undefined, { authorization: `Bearer ${METRICS_TOKEN}` });
  await swell.close();
  const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name));
  expect(figuresIn(text).size).toBeGreaterThan(50);
  const asked = [...alerts.map(({ text: rule }) => rule), ...dashboardQueries.map(({ expr }) => expr)].flatMap(
    (query) => query.match(/\b(?:swellmates|nodejs|process)_\w+/g) ?? [],
  );
  expect(asked.map((name) => name.replace(/_bucket$/, "")).filter((name) => !told.has(name))).toEqual([]);
});

describe.skipIf(spawnSync("promtool", ["--version"]).error !== undefined)("promtool", () => {
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: import.meta.dirname, encoding: "utf8" });
    return { status, said: stdout + stderr };
  };

  test("accepts the rules", () => {
    const { status, said } = promtool("check", "rules", path.join(monitoring, "alerts.yml"));
    expect(said).toContain(`${alerts.length} rules found`);
    expect(status).toBe(0);
  });

  test("sees the alerts fire, and be silent, when they should", () => {
    const { status, said } = promtool("test", "rules", "alerts.test.yml");
    expect(said).toContain("SUCCESS");
    expect(status, said).toBe(0);
  });
});
