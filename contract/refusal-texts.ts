// Decision 099: why refusals have keys.
import { refusalsOfFeatures } from "./calls.ts";
import { plural } from "./locale.ts";

/** The refusals that any call may give. */
const refusalsOfRequests = {
  not_found: "Not found",
  not_signed_in: "Please log in first.",
  account_needed: "This needs an account.",
  other_person: "Somebody else is logged in here now.",
  cross_site: "This request came from another site, so it was refused.",
  request_invalid: "This request is not valid.",
  request_not_http: "This request is not valid HTTP.",
  request_without_host: "This request does not name its host.",
  request_too_late: "This request took too long to arrive.",
  request_too_large: "This request is too large.",
  request_not_json: "Please send JSON (content-type: application/json).",
  request_broken_json: "The request could not be read: it is not valid JSON.",
  headers_too_long: "The address or a header of this request is too long.",
  key_not_uuid: "The header Idempotency-Key has to be a UUID.",
  key_used: "This key belongs to another request.",
  connection_broke_off: "The connection broke off.",
  internal: "Something went wrong on our side. Please try again.",
  server_busy: "We are very busy right now. Please try again in a moment.",
  database_unreachable: "We cannot reach our database right now. Please try again in a moment.",
  file_store_unreachable: "We cannot reach our store of files right now. Please try again in a moment.",
  storage_full: "There is no room left to store this. Please tell the people who run this server.",
  parent_deleted: "What this belongs to was deleted just now.",
  range_not_satisfiable: "This file ends before the requested range.",
  page_not_loaded_ahead: "This page is not loaded ahead. Please open it.",
  too_many_pages_open: "You have very many pages open. Close some of them.",
  too_many_attempts: "Too many attempts. Please wait a moment and try again.",
  too_many_attempts_ask_for_link:
    "Too many attempts. Please wait a moment and try again. A link by email lets you in at once: choose “Forgot your password?”.",
  list_not_continued: "This list cannot be continued from here. Please start from its beginning.",
  start_from_beginning: "Please start from the beginning",
  link_not_ours: "This link was not made here. Please open the one in your mail once more.",
  metrics_token_needed: "Please send the token of METRICS_TOKEN: Authorization: Bearer …",
  time_zone_missing: "Please choose a time zone",
} as const;

/** The sentence of every refusal, by its key. A name in braces is a value; two forms are chosen by the value `count`. */
export const refusals = { ...refusalsOfRequests, ...refusalsOfFeatures } as const;

interface Refusal {
  readonly key: keyof typeof refusals;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The English of a refusal. */
export function textOf({ key, values = {} }: Refusal): string {
  const entry = refusals[key];
  const text: string = typeof entry === "string" ? entry : plural(Number(values["count"]), entry);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
