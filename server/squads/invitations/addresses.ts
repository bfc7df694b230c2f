import type { Invited } from "#contract/invitations.ts";
import { Email } from "#contract/fields.ts";
import { emailKey } from "../../platform/mail/email-key.ts";

type Failed = Invited["failed"][number];

/** Splits typed addresses into valid ones, as unique email keys of accounts, and failed ones with a reason. */
export function sortAddresses(typed: readonly string[]): { keys: string[]; failed: Failed[] } {
  const keys = new Set<string>();
  const failed = new Map<string, Failed>();
  for (const text of typed) {
    const parsed = Email.safeParse(text);
    const key = parsed.data === undefined ? undefined : emailKey(parsed.data);
    if (key === undefined) {
      const email = text.trim();
      failed.set(email, { email, reason: parsed.error?.issues[0]?.message ?? "Please enter a valid email address" });
    } else if (isReserved(key)) failed.set(key, { email: key, reason: "No mail reaches this address" });
    else keys.add(key);
  }
  return { keys: [...keys], failed: [...failed.values()] };
}

/** Domains to which no mail can be sent (RFC 2606 §2, RFC 6762). */
export const isReserved = (key: string): boolean => /\.(invalid|local)$/.test(key);
