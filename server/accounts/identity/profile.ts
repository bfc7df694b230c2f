import { Email } from "#contract/fields.ts";
import { oneLine } from "#contract/plain-text.ts";
import { Registration } from "#contract/people.ts";
import { shownEmail } from "../../platform/mail/email-key.ts";

/** The profile of a new account, from a provider's claims. */
export interface Profile {
  readonly email: string | null;
  /** The provider calls the address verified. */
  readonly isVerified: boolean;
  readonly firstName: string;
  /** Empty for a person with one name. */
  readonly lastName: string;
}

/** Reads claims, which may be missing or of any type. Without a name it makes one from the address. */
export function profileOf(claims: Readonly<Record<string, unknown>>): Profile {
  const address = Email.safeParse(claims["email"]).data;
  const email = address === undefined ? null : shownEmail(address);
  const [given, family] = [nameOf(claims["given_name"]), nameOf(claims["family_name"])];
  const whole = nameOf(claims["name"]) ?? nameOf(claims["nickname"]) ?? nameOf(ofAddress(email));
  const [first = "Friend", ...rest] = whole?.split(" ") ?? [];
  return {
    email,
    isVerified: email !== null && claims["email_verified"] === true,
    firstName: given ?? first,
    lastName: family ?? (given === undefined ? cut(rest.join(" ")) : ""),
  };
}

/** Cuts a name to the 60 characters of the registration form. */
const cut = (name: string) => /^.{0,60}/su.exec(name)![0].trim();

/** A visible name on one line; undefined for anything else. */
function nameOf(claim: unknown): string | undefined {
  if (typeof claim !== "string") return undefined;
  const name = cut(oneLine(claim.replaceAll("\0", "")));
  return Registration.shape.firstName.safeParse(name).success ? name : undefined;
}

/** `ana.berg+waves@…` becomes "Ana Berg". */
const ofAddress = (email: string | null) =>
  email
    ?.split("@")[0]!
    .split("+")[0]!
    .split(/[._\-\d]+/)
    .filter((word) => word !== "")
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(" ");
