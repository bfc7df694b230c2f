import * as oidc from "openid-client";
import { type ProviderFault, faultOf } from "./provider-fault.ts";
import type { ProviderSettings } from "../../platform/config/identity-settings.ts";

/** What proves that an answer belongs to a question. */
export interface Proof {
  readonly state: string;
  readonly nonce: string;
  /** PKCE's. */
  readonly verifier: string;
}

/** What opens somebody's things at the provider. */
export interface Tokens {
  readonly access: string;
  readonly expiresAt: Date;
  readonly refresh: string | null;
  /** Words divided by spaces. */
  readonly scope: string;
}

/** Who came back from the provider: its claims as it told them, nothing of it checked but that the provider told it. */
export interface Arrival {
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly tokens: Tokens;
}

/** The identity provider. All of these throw a `ProviderFault`. */
export interface Provider extends Pick<ProviderSettings, "issuer" | "name" | "slug"> {
  /** The address at the provider where somebody says who they are. With `photos` they are also asked for their photo library. */
  addressFor(proof: Proof, redirectUri: string, photos: boolean): Promise<URL>;
  /** Takes the answer that came with the browser: `callback` is the redirect URI with all that was added to it. */
  arrive(callback: URL, proof: Proof): Promise<Arrival>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** Ends a token where the provider can do that. */
  revoke(token: string): Promise<void>;
}

export const photosScope = "https://www.googleapis.com/auth/photospicker.mediaitems.readonly";

/** Seconds for one answer. */
const timeout = 6;
/** What the provider says of itself is asked for again after this time; before somebody is sent there it must have answered just now. */
const [freshMs, justNowMs] = [3600 * 1000, 3000];
/** How long a provider that did not answer is left alone: this, and each further time twice as long. */
const [restMs, longestRestMs] = [1000, 30_000];

/** Nothing is asked before it is needed, so a provider that is down holds up no start. */
export function openProvider(settings: ProviderSettings): Provider {
  const { issuer, name, slug } = settings;
  const discovered = discoverLazily(settings);
  const using = async <T>(work: (config: oidc.Configuration) => Promise<T>, isLeading = false): Promise<T> => {
    try {
      return await work(await discovered(isLeading ? justNowMs : freshMs, !isLeading));
    } catch (error) {
      throw faultOf(error);
    }
  };
  return {
    issuer,
    name,
    slug,
    addressFor: (proof, redirectUri, photos) =>
      using(
        async (config) =>
          oidc.buildAuthorizationUrl(config, {
            redirect_uri: redirectUri,
            scope: `openid email profile${photos ? ` ${photosScope}` : ""}`,
            state: proof.state,
            nonce: proof.nonce,
            code_challenge: await oidc.calculatePKCECodeChallenge(proof.verifier),
            code_challenge_method: "S256",
            // A token that lasts is given only to whoever is asked again.
            ...(photos && { access_type: "offline", prompt: "consent" }),
          }),
        true,
      ),
    arrive: (callback, { state, nonce, verifier }) =>
      using(async (config) => {
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        };
        const answer = await oidc.authorizationCodeGrant(config, callback, checks);
        const told = answer.claims()!;
        const isWhole = "email" in told && ("name" in told || "given_name" in told);
        const more =
          isWhole || !config.serverMetadata().userinfo_endpoint
            ? {}
            : await oidc.fetchUserInfo(config, answer.access_token, told.sub);
        return { subject: told.sub, claims: claimsOf(told, more), tokens: tokensOf(answer) };
      }),
    refresh: (refreshToken) => using(async (config) => tokensOf(await oidc.refreshTokenGrant(config, refreshToken))),
    revoke: (token) =>
      using(async (config) => {
        if (config.serverMetadata().revocation_endpoint) await oidc.tokenRevocation(config, token);
      }),
  };
}

/** Of two answers the token's counts. Whether an address is verified is known only of the one that was said to be. */
function claimsOf(told: oidc.IDToken, more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all: Record<string, unknown> = { ...more, ...told };
  if (all["email"] !== more["email"]) all["email_verified"] = told["email_verified"];
  return all;
}

function tokensOf(answer: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers): Tokens {
  return {
    access: answer.access_token,
    expiresAt: new Date(Date.now() + (answer.expiresIn() ?? 300) * 1000),
    refresh: answer.refresh_token ?? null,
    scope: answer.scope ?? "",
  };
}

/**
 * Asks the provider about itself when its answer is older than `maxAgeMs`. A failure is remembered for a while, so that nobody
 * waits for it again; where `orOlder` is allowed, what it said before then has to do.
 */
function discoverLazily(settings: ProviderSettings) {
  let known: { config: oidc.Configuration; at: number } | undefined;
  let asking: Promise<oidc.Configuration> | undefined;
  let trouble: { fault: ProviderFault; times: number; until: number } | undefined;

  const ask = async () => {
    try {
      const config = await discover(settings);
      [known, trouble] = [{ config, at: Date.now() }, undefined];
      return config;
    } catch (error) {
      const times = (trouble?.times ?? 0) + 1;
      const until = Date.now() + Math.min(restMs * 2 ** (times - 1), longestRestMs);
      trouble = { fault: faultOf(error, "down"), times, until };
      throw trouble.fault;
    } finally {
      asking = undefined;
    }
  };
  return async (maxAgeMs: number, orOlder: boolean): Promise<oidc.Configuration> => {
    if (known && Date.now() - known.at < maxAgeMs) return known.config;
    try {
      if (trouble && trouble.until > Date.now()) throw trouble.fault;
      return await (asking ??= ask());
    } catch (fault) {
      if (known && orOlder) return known.config;
      throw fault;
    }
  };
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const [post, basic] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)];
  return oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    // Where the provider says nothing of it, the standard says basic.
    (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ? post : basic)(server, ...rest),
    {
      timeout,
      execute: [
        // The signature of an id token is checked although it came from the provider itself.
        oidc.enableNonRepudiationChecks,
        ...(issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
}
