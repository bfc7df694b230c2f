import * as oidc from "openid-client";
import { faultOf } from "./fault-of.ts";
import { photosScope } from "./photos-scope.ts";
import type { ProviderFault } from "./provider-fault.ts";
import type { ProviderSettings } from "../../platform/config/identity-settings.ts";

/** The values that bind a response of the provider to its request. */
export interface Proof {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

/** Tokens for a person's data at the provider. */
export interface Tokens {
  readonly access: string;
  readonly expiresAt: Date;
  readonly refresh: string | null;
  /** Separated by spaces. */
  readonly scope: string;
}

/** A login at the provider. The claims come from the provider for certain; their values are unchecked. */
export interface ProviderLogin {
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly tokens: Tokens;
}

/** The identity provider, on openid-client. Each call throws a `ProviderFault`. */
export interface Provider extends Pick<ProviderSettings, "issuer" | "name" | "slug"> {
  /** The provider's login page. With `photos` it also asks for access to the photo library. */
  authorizationUrl(proof: Proof, redirectUri: string, photos: boolean): Promise<URL>;
  /** Exchanges the code of `callback`, the redirect URI with the provider's parameters. */
  exchangeCode(callback: URL, proof: Proof): Promise<ProviderLogin>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** Revokes a token if the provider supports it. */
  revoke(token: string): Promise<void>;
}

const timeoutSeconds = 6;
/** Age at which the provider's metadata is fetched again. Before a person is sent there, it must be only seconds old: the provider is up. */
const [freshForCallsMs, freshForRedirectsMs] = [3600 * 1000, 3000];
/** After a failure the provider is not asked for this time, which doubles with each further failure. */
const [minBackoffMs, maxBackoffMs] = [1000, 30_000];

/** Makes no request before the first call, so the server starts while the provider is down. */
export function openProvider(settings: ProviderSettings): Provider {
  const { issuer, name, slug } = settings;
  const discovered = discoverLazily(settings);
  const using = async <T>(work: (config: oidc.Configuration) => Promise<T>, isRedirect = false): Promise<T> => {
    try {
      return await work(await discovered(isRedirect ? freshForRedirectsMs : freshForCallsMs, !isRedirect));
    } catch (error) {
      throw faultOf(error);
    }
  };
  return {
    issuer,
    name,
    slug,
    authorizationUrl: (proof, redirectUri, photos) =>
      using(
        async (config) =>
          oidc.buildAuthorizationUrl(config, {
            redirect_uri: redirectUri,
            scope: `openid email profile${photos ? ` ${photosScope}` : ""}`,
            state: proof.state,
            nonce: proof.nonce,
            code_challenge: await oidc.calculatePKCECodeChallenge(proof.verifier),
            code_challenge_method: "S256",
            // Google gives a refresh token only if the person is asked to consent again.
            ...(photos && { access_type: "offline", prompt: "consent" }),
          }),
        true,
      ),
    exchangeCode: (callback, { state, nonce, verifier }) =>
      using(async (config) => {
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        };
        const answer = await oidc.authorizationCodeGrant(config, callback, checks);
        const idToken = answer.claims()!;
        const hasProfile = "email" in idToken && ("name" in idToken || "given_name" in idToken);
        const userInfo =
          hasProfile || !config.serverMetadata().userinfo_endpoint
            ? {}
            : await oidc.fetchUserInfo(config, answer.access_token, idToken.sub);
        return { subject: idToken.sub, claims: claimsOf(idToken, userInfo), tokens: tokensOf(answer) };
      }),
    refresh: (refreshToken) => using(async (config) => tokensOf(await oidc.refreshTokenGrant(config, refreshToken))),
    revoke: (token) =>
      using(async (config) => {
        if (config.serverMetadata().revocation_endpoint) await oidc.tokenRevocation(config, token);
      }),
  };
}

/** Claims of the ID token win over the user info. `email_verified` is taken from the source of the email. */
function claimsOf(idToken: oidc.IDToken, userInfo: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all: Record<string, unknown> = { ...userInfo, ...idToken };
  if (all["email"] !== userInfo["email"]) all["email_verified"] = idToken["email_verified"];
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
 * Returns the provider's metadata, fetched again when older than `maxAgeMs`. After a failure, calls fail at once until the backoff ends;
 * with `allowStale` they return the older metadata instead.
 */
function discoverLazily(settings: ProviderSettings) {
  let cached: { config: oidc.Configuration; at: number } | undefined;
  let asking: Promise<oidc.Configuration> | undefined;
  let failure: { fault: ProviderFault; times: number; until: number } | undefined;

  const ask = async () => {
    try {
      const config = await discover(settings);
      [cached, failure] = [{ config, at: Date.now() }, undefined];
      return config;
    } catch (error) {
      const times = (failure?.times ?? 0) + 1;
      const until = Date.now() + Math.min(minBackoffMs * 2 ** (times - 1), maxBackoffMs);
      failure = { fault: faultOf(error, "down"), times, until };
      throw failure.fault;
    } finally {
      asking = undefined;
    }
  };
  return async (maxAgeMs: number, allowStale: boolean): Promise<oidc.Configuration> => {
    if (cached && Date.now() - cached.at < maxAgeMs) return cached.config;
    try {
      if (failure && failure.until > Date.now()) throw failure.fault;
      return await (asking ??= ask());
    } catch (fault) {
      if (cached && allowStale) return cached.config;
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
    // If the provider does not say which it supports, the standard says basic.
    (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ? post : basic)(server, ...rest),
    {
      timeout: timeoutSeconds,
      execute: [
        // Checks the signature of the ID token although it comes straight from the provider.
        oidc.enableNonRepudiationChecks,
        ...(issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
}
