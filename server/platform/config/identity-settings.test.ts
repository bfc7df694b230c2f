import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const google = { OIDC_ISSUER: "https://accounts.google.com/", OIDC_CLIENT_ID: "us", OIDC_CLIENT_SECRET: "hush" };
const readProvider = (environment: Record<string, string>) => readConfig(environment).identityProvider;

test("three variables set up a provider; its name and slug have defaults", () => {
  expect(readProvider({})).toBeNull();
  expect(readProvider(google)).toEqual({
    issuer: "https://accounts.google.com",
    clientId: "us",
    clientSecret: "hush",
    name: "Google",
    slug: "google",
  });
  const own = { ...google, OIDC_ISSUER: "https://id.example.org/realms/friends" };
  expect(readProvider(own)).toMatchObject({ issuer: "https://id.example.org/realms/friends", name: "id.example.org" });
  expect(readProvider({ ...own, OIDC_NAME: "Friends", OIDC_SLUG: "friends" })).toMatchObject({
    name: "Friends",
    slug: "friends",
  });
});

test("missing variables give one clear fault, and so does each invalid value", () => {
  for (const name of Object.keys(google)) {
    const rest = { ...google, [name]: "" };
    expect(() => readProvider(rest), name).toThrow(
      `Configuration: ${name} must be set too: an identity provider needs all of OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET.`,
    );
  }
  expect(() => readProvider({ OIDC_NAME: "Google" })).toThrow(
    "OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set too",
  );
  for (const OIDC_ISSUER of ["google", "http://id.example.org", "ftp://id.example.org", "https://id.example.org/?a=1"])
    expect(() => readProvider({ ...google, OIDC_ISSUER })).toThrow(
      `Configuration: OIDC_ISSUER must be an address like https://accounts.google.com, not '${OIDC_ISSUER}'.`,
    );
  // Nobody can listen between us and this machine.
  for (const OIDC_ISSUER of ["http://localhost:9000", "http://127.0.0.1:9000", "http://[::1]:9000"])
    expect(readProvider({ ...google, OIDC_ISSUER })).toMatchObject({ issuer: OIDC_ISSUER });
  for (const OIDC_SLUG of ["user", "a/b", "Google", "../x", "-"])
    expect(() => readProvider({ ...google, OIDC_SLUG })).toThrow("OIDC_SLUG must be small letters, digits and hyphens");
});
