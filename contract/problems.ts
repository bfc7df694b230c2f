import { z } from "zod";
import { refusals } from "./refusal-texts.ts";
import type { RefusalKey } from "./refusals.ts";

/** The closed list of error codes, each with its HTTP status. */
export const problems = {
  invalid_input: 400,
  invalid_json: 400,
  bad_request: 400,
  too_long: 413,
  not_signed_in: 401,
  other_person: 401,
  wrong_credentials: 401,
  needs_linking: 401,
  forbidden: 403,
  cross_site: 403,
  bad_signature: 403,
  email_unconfirmed: 403,
  account_needed: 403,
  proof_needed: 403,
  not_found: 404,
  timed_out: 408,
  conflict: 409,
  email_taken: 409,
  last_admin: 409,
  too_many: 409,
  confirmation_needed: 409,
  voting_closed: 409,
  award_decided: 409,
  upload_used: 409,
  upload_missing: 409,
  upload_expired: 410,
  too_large: 413,
  not_json: 415,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  key_used: 422,
  broken_file: 422,
  unusable_link: 422,
  too_many_requests: 429,
  headers_too_long: 431,
  internal: 500,
  storage_full: 507,
  squad_full: 507,
  user_full: 507,
  unavailable: 503,
  read_only: 503,
} as const;

export type ProblemCode = keyof typeof problems;

const sentence = {
  key: z
    .enum(Object.keys(refusals) as [RefusalKey, ...RefusalKey[]])
    .optional()
    .describe("Names the sentence. A message of a field's own rule has none"),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe("What the sentence holds"),
};

export const Problem = z.object({
  error: z.string().describe("A sentence for people"),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  ...sentence,
  issues: z.array(z.object({ path: z.string(), message: z.string(), ...sentence })).optional(),
  needsLinking: z
    .literal(true)
    .optional()
    .describe("The account has no photo library linked, or its permission has ended"),
  current: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The thing as it is now, if somebody has changed the same of it meanwhile"),
});
export type Problem = z.infer<typeof Problem>;
