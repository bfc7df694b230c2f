import type { adminCalls } from "#contract/admin.ts";
import { type Rule, anyone, same, signedIn } from "./rule.ts";

/** Nobody in the cast runs the site, so the call does not exist for them. A squad's admin is no site admin. */
const missing = (body?: unknown): Rule => same([404, 404, 404, 404, 404, 404], { body: () => body });

export const rules: Record<keyof typeof adminCalls, Rule> = {
  "GET /api/admin": missing(),
  "GET /api/admin/people": missing(),
  "POST /api/admin/people/:id/end-sessions": missing(),
  "GET /api/admin/squads": missing(),
  "GET /api/admin/queues": missing(),
  "GET /api/admin/jobs": missing(),
  "POST /api/admin/jobs/:id/retry": missing(),
  "POST /api/admin/jobs/retry": missing({ queue: "mail" }),
  "GET /api/admin/mails": missing(),
  "POST /api/admin/mails/:id/retry": missing(),
  "GET /api/admin/backups": missing(),
  "GET /api/admin/security": missing(),
  "GET /api/admin/actions": missing(),
  "PUT /api/admin/read-only": missing({ isOn: true }),
  "GET /api/account/admin-actions": signedIn(),
  "GET /api/public/site": anyone(),
};
