import type { Refusal } from "../../platform/mail/refusal.ts";
import type { UndeliveredStore } from "./undelivered-store.ts";

/**
 * Stores a notice for the sender of an undelivered invitation or reminder. The mail server's
 * words may contain the address, so only the sender of an invitation, who typed the address, sees them.
 */
export const tellUndelivered =
  (store: UndeliveredStore) =>
  async (letterId: string, { reason, said }: Refusal): Promise<void> => {
    const full = said === "" ? reason : `${reason} It said: “${said}”`;
    if (!(await store.invitation(letterId, full))) await store.reminder(letterId, reason);
  };
