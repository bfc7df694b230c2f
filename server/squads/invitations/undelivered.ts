import type { Refusal } from "../../platform/mail/refusal.ts";
import type { UndeliveredStore } from "./undelivered-store.ts";

/**
 * Notes that a mail which somebody caused (an invitation, a reminder) reached nobody, and that its sender is to be told. `hint` has
 * their open pages look. What the mail server said may name the address: only whoever wrote that address reads it.
 */
export const tellUndelivered =
  (store: UndeliveredStore, hint: (userId: string) => void) =>
  async (letterId: string, { reason, said }: Refusal): Promise<void> => {
    const full = said === "" ? reason : `${reason} It said: “${said}”`;
    const senderId = (await store.invitation(letterId, full)) ?? (await store.reminder(letterId, reason));
    if (senderId !== undefined) hint(senderId);
  };
