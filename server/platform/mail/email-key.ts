import { domainToUnicode } from "node:url";
import { asciiAddress } from "#contract/address.ts";

/** The form in which addresses are compared and stored: two that differ only in case, or in the spelling of the domain, are the same. */
export const emailKey = (email: string): string => asciiAddress(email.normalize("NFC")).toLowerCase();

/** The form that people see: the domain in its own letters, not as `xn--…`. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  return /(^|\.)xn--/i.test(domain) ? email.slice(0, at) + (domainToUnicode(domain) || domain) : email;
}
