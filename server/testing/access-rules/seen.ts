import type { seen } from "#contract/seen.ts";
import { type Rule, squad, writeRule } from "./rule.ts";

const until: Rule["body"] = () => ({ until: "2026-07-04T12:00:00.000Z" });

export const rules: Record<keyof typeof seen, Rule> = {
  "PUT /api/trips/:id/seen": writeRule(204, 204, 204, 204, until),
  "PUT /api/squads/:id/seen": { ...writeRule(204, 204, 204, 204, until), of: squad },
};
