import type { AdminAction, DoneAction } from "#contract/admin.ts";

/** The sentence of an action for all site admins: "Ana logged Bo Berg out everywhere". */
export function actionWords({ action, by, byName, person, detail }: DoneAction): string {
  const who = byName ?? (by === "operator" ? "The operator" : "A former site admin");
  const whom = person?.name ?? "somebody who is gone";
  const what: Readonly<Record<AdminAction, string>> = {
    sessions_ended: `logged ${whom} out everywhere`,
    job_retried: `ran a failed job again (${detail})`,
    queue_retried: `ran failed jobs again (${detail})`,
    mail_retried: person ? `sent a mail to ${whom} again` : "sent a mail again",
    read_only_on: detail === null ? "made the site read-only" : `made the site read-only: “${detail}”`,
    read_only_off: "let the site take changes again",
  };
  return `${who} ${what[action]}`;
}
