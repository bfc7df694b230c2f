import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { MailNotice } from "#contract/mail.ts";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { toast } from "../../ui/toast.ts";
import { mailNoticesQuery } from "./queries.ts";

const mostTold = 2;

/** Tells, on whichever page is open, of mails that reached nobody: as it happens, or the next time. Mount it once. */
export function MailNotices() {
  const client = useQueryClient();
  const { data } = useQuery(mailNoticesQuery);
  useEffect(() => {
    if (!data || data.length === 0) return;
    toast({ title: "Mail Not Delivered", text: noticeWords(data), look: "danger" });
    client.setQueryData(keys.mailNotices, []);
    // What the server does not hear of is told once more the next time.
    api("POST /api/mail-notices/told", { body: { ids: data.map(({ id }) => id) } }).catch(() => undefined);
  }, [data, client]);
  return null;
}

/** Who was not reached and why, and how many more. */
export function noticeWords(notices: readonly MailNotice[]): string {
  const told = notices.slice(0, mostTold).map(({ who, reason }) => `${who} could not be reached: ${reason}`);
  const more = notices.length - told.length;
  return more === 0 ? told.join(" ") : `${told.join(" ")} And ${more} more.`;
}
