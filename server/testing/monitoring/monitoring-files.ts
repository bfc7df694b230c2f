import { readFileSync } from "node:fs";
import path from "node:path";

/** The folder with what operators give to Prometheus and Grafana. */
export const monitoring = path.resolve(import.meta.dirname, "../../../docs/monitoring");

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** The queries of the dashboard, each with the title of its panel. */
export const dashboardQueries = (
  JSON.parse(readFileSync(path.join(monitoring, "dashboard.json"), "utf8")) as { panels: readonly Panel[] }
).panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

/** The alerts in alerts.yml: the name, and its annotations. */
export const alerts = readFileSync(path.join(monitoring, "alerts.yml"), "utf8")
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: text.split("\n", 1)[0]!,
    text,
    runbook: /runbook: (\S+)/.exec(text)?.[1] ?? "",
  }));
