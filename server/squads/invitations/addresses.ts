import type { Invited } from "#contract/invitations.ts";
import { Email } from "#contract/fields.ts";

type Failed = Invited["failed"][number];

/** Typed addresses, sorted: those that can be mailed, as accounts are told apart by them and each once, and the others. */
export function sortAddresses(typed: readonly string[]): { keys: string[]; failed: Failed[] } {
  const keys = new Set<string>();
  const failed = new Map<string, Failed>();
  for (const text of typed) {
    const parsed = Email.safeParse(text);
    const key = parsed.data?.normalize("NFC").toLowerCase();
    if (key === undefined) {
      const email = text.trim();
      failed.set(email, { email, reason: parsed.error?.issues[0]?.message ?? "Please enter a valid email address" });
    } else if (isReserved(key)) failed.set(key, { email: key, reason: "No mail reaches this address" });
    else keys.add(key);
  }
  return { keys: [...keys], failed: [...failed.values()] };
}

/** Names that never reach anybody (RFC 2606 §2, RFC 6762). */
export const isReserved = (key: string): boolean => /\.(invalid|local)$/.test(key);
