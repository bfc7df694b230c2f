// Decision 019: why every mail that a person causes passes here.
import { maxInvitationsPerDay } from "#contract/invitations.ts";
import { withValues } from "#contract/refusals.ts";
import type { Tx } from "../schema/database.ts";
import { newId } from "../platform/db/id.ts";
import { Problem } from "../platform/http/problem.ts";
import type { Clearance, MailOfPerson } from "../platform/mail/kinds.ts";
import { mailSenderWrites } from "./mail-sender-store.ts";

/** How many mails of each kind a person sends in a day, and what our sentences call it. */
const kinds = {
  invitation: { ...maxInvitationsPerDay, verb: "invite" },
  "vote-reminder": { inFirstWeek: 20, later: 200, verb: "remind" },
  // Two letters a day to everybody on a crew.
  "night-announcement": { inFirstWeek: 50, later: 500, verb: "tell" },
} as const satisfies Record<MailOfPerson, object>;

/** A person who may send mails of one kind to others. */
export interface MailSender {
  /** Counts this many mails towards the day's share, and returns the proof that `mail.postOf` demands. 429 above the share. */
  clear(mails: number): Promise<Clearance & { readonly isShareUsed: boolean }>;
}

/**
 * The gate of every mail that a person causes. 403 unless their address is confirmed, or they came by a personal invitation. Locks the
 * person until the transaction ends, so that parallel calls are counted.
 */
export async function mailSender(
  tx: Tx,
  userId: string,
  kind: MailOfPerson,
  { isLimited }: { readonly isLimited: boolean },
): Promise<MailSender> {
  const { verb, inFirstWeek, later } = kinds[kind];
  const writes = mailSenderWrites(tx);
  const sender = await writes.lock(userId);
  if (!sender) throw new Problem("not_signed_in", "not_signed_in");
  const { mayMail, isNew } = sender;
  if (!mayMail) throw new Problem("email_unconfirmed", `confirm_email_to_${verb}`);
  const share = isNew ? inFirstWeek : later;
  return {
    async clear(mails) {
      const { sent, seconds } = await writes.sentToday(userId, kind);
      const left = Math.max(0, share - sent);
      if (isLimited && mails > left)
        throw new Problem(
          "too_many_requests",
          withValues(`mails_to_${verb}_${left === 0 ? "used_up" : "left"}${isNew ? "_in_first_week" : ""}`, {
            share,
            left,
          }),
          { retryAfter: Math.max(1, seconds) },
        );
      if (mails > 0) await writes.add({ id: newId(), sender_id: userId, kind, mails });
      return { kind, most: mails, isShareUsed: isLimited && mails > 0 && mails === left } as Clearance & {
        readonly isShareUsed: boolean;
      };
    },
  };
}
