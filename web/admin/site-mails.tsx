import { useInfiniteQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { BouncedMail } from "#contract/admin.ts";
import { api, unlessGone } from "../core/api.ts";
import { Section, focusSection } from "../accounts/settings/account-section.tsx";
import { scenes } from "../scenes/scenes.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { AdminList, Line, Time } from "./admin-list.tsx";
import { bouncedMailsQuery } from "./queries.ts";
import { useAdminAction } from "./use-admin-action.ts";

/** The mails that were given up, each with another try. */
export function SiteMails() {
  const list = useInfiniteQuery(bouncedMailsQuery);
  const retry = useAdminAction(
    ({ id }: BouncedMail) => api("POST /api/admin/mails/:id/retry", { params: { id } }).catch(unlessGone),
    {
      done: (_, { address }) => ({
        title: "Mail is sent again",
        text: `If ${address} refuses it again, it comes back here.`,
      }),
      failed: "Mail Not Sent",
      otherwise: "The mail could not be sent again. Please try again.",
    },
  );
  return (
    <Section
      title="Bounced mail"
      text="Mails of the last 30 days that were given up. Addresses are hidden but for their ends."
    >
      <AdminList
        list={list}
        what="bounced mails"
        empty={{ scene: scenes.pier, title: "Every mail arrived", text: "None was given up in the last 30 days." }}
      >
        {(mail) => (
          <Line
            key={mail.id}
            title={
              <>
                {mail.name ?? mail.address} <Chip>{kindWords[mail.kind] ?? mail.kind}</Chip>
              </>
            }
            text={
              <>
                {mail.name !== null && `${mail.address} `}could not be reached: {mail.reason} · <Time at={mail.at} />
              </>
            }
            action={
              <Button
                size="sm"
                icon={<Send aria-hidden="true" size={18} />}
                aria-label={`Try Again: ${mail.address}`}
                disabled={retry.isPending}
                busy={retry.isPending && retry.variables.id === mail.id && "Sending..."}
                onClick={({ currentTarget }) => {
                  focusSection(currentTarget);
                  retry.mutate(mail);
                }}
              >
                Try Again
              </Button>
            }
          />
        )}
      </AdminList>
    </Section>
  );
}

/** What each kind of mail is about. A newer server may know more kinds. */
const kindWords: Readonly<Record<string, string>> = {
  invitation: "Invitation",
  "vote-reminder": "Reminder to vote",
  "night-announcement": "Awards Night",
  "email-link": "Confirm email",
  "email-change": "Change of email",
  "account-alert": "Was it you?",
  "password-reset": "New password",
  "seat-link": "Way back in",
};
