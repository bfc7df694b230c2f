import type { receipts } from "#contract/receipts.ts";
import { type Rule, category, receipt, writeRule } from "./rule.ts";

// The world's trip has no night, so nothing can be added.
export const rules: Record<keyof typeof receipts, Rule> = {
  "GET /api/trips/:id/receipts": writeRule(200, 200, 200, 200),
  "POST /api/categories/:id/receipts": {
    ...writeRule(403, 409, 409, 403, (_, cast) => ({ nomineeId: cast.crew.id, text: "Seen from the pier" })),
    of: category,
  },
  "DELETE /api/receipts/:id": { ...writeRule(403, 204, 204, 204), of: receipt },
  "PUT /api/receipts/:id/heart": { ...writeRule(403, 409, 409, 403), of: receipt },
  "DELETE /api/receipts/:id/heart": { ...writeRule(403, 204, 204, 403), of: receipt },
};
