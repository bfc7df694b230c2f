/** Mails that people get because somebody else acts. Nobody requested them, so each has a link to unsubscribe. */
const mailsOfPeople = ["invitation", "vote-reminder", "night-announcement"] as const;
export type MailOfPerson = (typeof mailsOfPeople)[number];

/** Every kind of mail. Those that no other person causes are about the recipient's own account, or a digest of what waits for them. */
export type MailKind =
  | MailOfPerson
  | "email-link"
  | "email-change"
  | "account-alert"
  | "password-reset"
  | "seat-link"
  | "digest";

export const isOfPerson = (kind: string): boolean => mailsOfPeople.some((one) => one === kind);

declare const cleared: unique symbol;

/** The proof that somebody may send this many mails of a kind to others. Only `access/mail-sender.ts` makes it. */
export interface Clearance {
  readonly kind: MailOfPerson;
  readonly most: number;
  readonly [cleared]: true;
}
