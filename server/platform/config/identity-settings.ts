/** An OpenID Connect provider, and this server's registration with it. */
export interface ProviderSettings {
  /** Without a final slash. It also identifies the provider in the database. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name that people see. */
  readonly name: string;
  /** The last part of `/api/auth/{slug}`. */
  readonly slug: string;
}

type Given = { readonly [field in keyof ProviderSettings]: string | undefined };

const needed = { issuer: "OIDC_ISSUER", clientId: "OIDC_CLIENT_ID", clientSecret: "OIDC_CLIENT_SECRET" } as const;

/** Reads the `OIDC_…` variables; null if none is set. If some are missing, it adds one fault: they only work together. */
export function readProvider(values: Given, faults: string[]): ProviderSettings | null {
  const { issuer, clientId, clientSecret, name, slug = "google" } = values;
  if (Object.values(values).every((value) => value === undefined)) return null;
  if (!issuer || !clientId || !clientSecret) {
    const fields = ["issuer", "clientId", "clientSecret"] as const;
    const missing = fields.filter((field) => !values[field]).map((field) => needed[field]);
    // An invalid value already has its own fault.
    if (!faults.some((fault) => fault.startsWith("OIDC_")))
      faults.push(
        `${missing.join(" and ")} must be set too: an identity provider needs all of ${Object.values(needed).join(", ")}`,
      );
    return null;
  }
  const host = new URL(issuer).host;
  return { issuer, clientId, clientSecret, name: name ?? (host === "accounts.google.com" ? "Google" : host), slug };
}

/** Accepts https, and http to this machine. */
export function issuer(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || url.search || url.hash || url.username) return undefined;
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isHere) ? url.href.replace(/\/$/, "") : undefined;
}

/** Refuses `user`, because `/api/auth/user` is another call. */
export const slug = (value: string) => (/^[a-z\d][a-z\d-]{0,39}$/.test(value) && value !== "user" ? value : undefined);
