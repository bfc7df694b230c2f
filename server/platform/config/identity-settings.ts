/** An OpenID Connect provider, as whoever runs this server registered with it. */
export interface ProviderSettings {
  /** Without a slash at its end; it names the provider in the database too. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As people know it. */
  readonly name: string;
  /** Its place in `/api/auth/{slug}`. */
  readonly slug: string;
}

type Given = { readonly [field in keyof ProviderSettings]: string | undefined };

const needed = { issuer: "OIDC_ISSUER", clientId: "OIDC_CLIENT_ID", clientSecret: "OIDC_CLIENT_SECRET" } as const;

/** The `OIDC_…` variables together; null without any. A part of them is one fault, because none works without the others. */
export function readProvider(given: Given, faults: string[]): ProviderSettings | null {
  const { issuer, clientId, clientSecret, name, slug = "google" } = given;
  if (Object.values(given).every((value) => value === undefined)) return null;
  if (!issuer || !clientId || !clientSecret) {
    const fields = ["issuer", "clientId", "clientSecret"] as const;
    const missing = fields.filter((field) => !given[field]).map((field) => needed[field]);
    // One that is wrong has its own fault.
    if (!faults.some((fault) => fault.startsWith("OIDC_")))
      faults.push(
        `${missing.join(" and ")} must be set too: an identity provider needs all of ${Object.values(needed).join(", ")}`,
      );
    return null;
  }
  const host = new URL(issuer).host;
  return { issuer, clientId, clientSecret, name: name ?? (host === "accounts.google.com" ? "Google" : host), slug };
}

/** https; on this very machine http too. */
export function issuer(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || url.search || url.hash || url.username) return undefined;
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isHere) ? url.href.replace(/\/$/, "") : undefined;
}

/** `user` is a call of its own. */
export const slug = (value: string) => (/^[a-z\d][a-z\d-]{0,39}$/.test(value) && value !== "user" ? value : undefined);
