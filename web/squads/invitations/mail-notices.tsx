import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { MailNotice } from "#contract/mail.ts";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { toast } from "../../ui/toast.ts";
import { mailNoticesQuery } from "./queries.ts";

const maxNotices = 2;

/** Shows a toast for the viewer's failed mails, on any page. Mount it once. */
export function MailNotices() {
  const client = useQueryClient();
  const { data } = useQuery(mailNoticesQuery);
  useEffect(() => {
    if (!data || data.length === 0) return;
    toast({ title: "Mail Not Delivered", text: noticeWords(data), look: "danger" });
    client.setQueryData(keys.mailNotices, []);
    // If this call fails, the next visit shows the notice again.
    api("POST /api/mail-notices/told", { body: { ids: data.map(({ id }) => id) } }).catch(() => undefined);
  }, [data, client]);
  return null;
}

/** Says which people were not reached and why, and counts the rest. */
export function noticeWords(notices: readonly MailNotice[]): string {
  const told = notices.slice(0, maxNotices).map(({ who, reason }) => `${who} could not be reached: ${reason}`);
  const more = notices.length - told.length;
  return more === 0 ? told.join(" ") : `${told.join(" ")} And ${more} more.`;
}
