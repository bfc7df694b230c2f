import type { inbox } from "#contract/inbox.ts";
import { type Rule, signedIn, squad, writeRule } from "./rule.ts";

const nothingOff = { off: [], noMail: [], quiet: null };

export const rules: Record<keyof typeof inbox, Rule> = {
  "GET /api/inbox": signedIn(),
  "GET /api/inbox/count": signedIn(),
  "PUT /api/inbox/seen": signedIn(204, { until: "2026-01-01T00:00:00Z" }),
  "GET /api/inbox/settings": signedIn(),
  "PUT /api/inbox/settings": signedIn(200, nothingOff),
  "PUT /api/inbox/squads/:id": { ...writeRule(200, 200, 200, 200, () => ({ off: [], mutedUntil: null })), of: squad },
};
