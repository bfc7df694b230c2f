import { useQuery } from "@tanstack/react-query";
import type { ActionOnMe, AdminAction } from "#contract/admin.ts";
import { formatTime } from "../../media/dates.ts";
import { adminActionsQuery } from "../people/queries.ts";
import { Section } from "./account-section.tsx";

/** What the people who run the site did that concerns the viewer. Shows nothing without any. */
export function AccountAdminActions() {
  const { data: actions } = useQuery(adminActionsQuery);
  if (!actions || actions.length === 0) return null;
  return (
    <Section title="What site admins did" text="The people who run this site, and what they did that concerns you.">
      <ul className="grid w-full divide-y divide-line border-y border-line">
        {actions.map((action) => (
          <li key={action.id} className="grid gap-0.5 py-3">
            <span className="font-semibold">{wordsOf(action)}</span>
            <time dateTime={action.at} className="text-sm text-soft">
              {formatTime(new Date(action.at))}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const whatOf: Readonly<Record<AdminAction, string>> = {
  sessions_ended: "logged you out everywhere",
  job_retried: "ran a job of yours again",
  queue_retried: "ran jobs of yours again",
  mail_retried: "sent a mail to you again",
  read_only_on: "made the site read-only",
  read_only_off: "let the site take changes again",
};

const wordsOf = ({ action, by }: ActionOnMe): string =>
  `${by === "operator" ? "The operator" : "A site admin"} ${whatOf[action]}`;
