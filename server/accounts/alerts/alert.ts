/** What happened to the security of an account. */
type AlertKind = "password" | "passkey" | "passkey-removed" | "link" | "link-removed" | "email" | "browser" | "guesses";

export interface Alert {
  readonly userId: string;
  readonly what: AlertKind;
  /** The name of the passkey, provider or browser, or the new address. */
  readonly detail: string | null;
  /** Where the letter goes; by default to the address of the account. */
  readonly email?: string;
}
