// Decision 029: why tokens are refreshed under a lease.
import { setTimeout as sleep } from "node:timers/promises";
import { withValues } from "#contract/refusals.ts";
import { newId } from "../../platform/db/id.ts";
import { Problem, needsLinking } from "../../platform/http/problem.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import { ProviderFault } from "./provider-fault.ts";
import { photosScope } from "./photos-scope.ts";
import type { Provider, Tokens } from "./provider.ts";

/** The encrypted tokens of a link, as the database has them. */
export interface SealedTokens {
  readonly identityId: string;
  readonly scope: string;
  readonly access: Buffer;
  readonly expiresAt: Date;
  readonly refresh: Buffer | null;
}

export interface TokenStore {
  find(issuer: string, userId: string): Promise<SealedTokens | null>;
  findOfIdentity(issuer: string, identityId: string): Promise<SealedTokens | null>;
  put(tokens: SealedTokens): Promise<void>;
  drop(identityId: string, lease: string): Promise<void>;
  /** Acquires the lease. False while another holds it. */
  takeLease(identityId: string, lease: string, ms: number): Promise<boolean>;
  /** Writes the new tokens and releases the lease. False if the lease was lost or the link is gone. */
  renew(tokens: SealedTokens, lease: string): Promise<boolean>;
  releaseLease(identityId: string, lease: string): Promise<void>;
}

export interface AccessTokens {
  /**
   * An access token for this person's photo library, valid for at least another minute. One server at a time refreshes it. `refused`
   * is a token that the library refused; it is not returned again. Send the token to the library only. Throws 401 with `needsLinking`
   * if the person has not allowed access, 503 if the provider does not answer.
   */
  tokenOf(userId: string, refused?: string): Promise<string>;
  /** Stores the tokens of a new link, if their scope includes the photo library. */
  keep(identityId: string, tokens: Tokens): Promise<void>;
  /** Reads the token to revoke. Call it before the rows are deleted, and the returned function after; that one never throws. */
  revocationOf(userId: string, identityId?: string): Promise<() => Promise<void>>;
}

const minLifeMs = 60_000;
/** Longer than the timeout of a call to the provider. */
const leaseMs = 30_000;
const [pollMs, maxWaitMs] = [150, 15_000];

export function accessTokens(parts: {
  readonly store: TokenStore;
  readonly secrets: Secrets;
  readonly provider: Provider;
  readonly log: (fault: Error) => void;
}): AccessTokens {
  const { store, secrets, provider, log } = parts;

  const seal = async (identityId: string, tokens: Tokens): Promise<SealedTokens> => ({
    identityId,
    scope: tokens.scope,
    access: await secrets.seal(tokens.access, contextOf(identityId, "access")),
    expiresAt: tokens.expiresAt,
    refresh: tokens.refresh === null ? null : await secrets.seal(tokens.refresh, contextOf(identityId, "refresh")),
  });
  const unseal = async (held: SealedTokens, what: "access" | "refresh") =>
    held[what] && secrets.unseal(held[what], contextOf(held.identityId, what));

  /** Fetches and stores a new token. The caller holds the lease. */
  const refresh = async (held: SealedTokens, lease: string): Promise<string> => {
    const { identityId } = held;
    const old = await unseal(held, "refresh");
    // Sealed with a key that this server lacks. Another server may have it, so the row stays.
    if (held.refresh !== null && old === null) throw needsLinking();
    const fresh = old === null ? null : await provider.refresh(old).catch(unlessRevoked);
    if (fresh === null) {
      await store.drop(identityId, lease);
      throw needsLinking();
    }
    // Without a new refresh token or scope in the response, the old ones stay valid.
    const next = { ...fresh, refresh: fresh.refresh ?? old, scope: fresh.scope || held.scope };
    await store.renew(await seal(identityId, next), lease);
    return fresh.access;
  };

  return {
    async tokenOf(userId, refused) {
      for (const until = Date.now() + maxWaitMs; Date.now() < until; await sleep(pollMs)) {
        const held = await store.find(provider.issuer, userId);
        if (!held || !opensPhotos(held.scope)) throw needsLinking();
        const access = await unseal(held, "access");
        if (access !== null && access !== refused && held.expiresAt.getTime() > Date.now() + minLifeMs) return access;
        const lease = newId();
        if (!(await store.takeLease(held.identityId, lease, leaseMs))) continue;
        try {
          // Another server may have refreshed the token before this one got the lease.
          const now = await store.findOfIdentity(provider.issuer, held.identityId);
          if (now && now.access.equals(held.access)) return await refresh(now, lease);
        } catch (fault) {
          if (!(fault instanceof ProviderFault)) throw fault;
          log(fault);
          throw unreachable(provider.name);
        } finally {
          await store.releaseLease(held.identityId, lease);
        }
      }
      throw unreachable(provider.name);
    },

    async keep(identityId, tokens) {
      if (!opensPhotos(tokens.scope)) return;
      const before = tokens.refresh === null ? await store.findOfIdentity(provider.issuer, identityId) : null;
      await store.put({ ...(await seal(identityId, tokens)), ...(before && { refresh: before.refresh }) });
    },

    async revocationOf(userId, identityId) {
      const found = await store.find(provider.issuer, userId);
      const held = identityId === undefined || found?.identityId === identityId ? found : null;
      // Revoking the refresh token also ends its access tokens.
      const token = held && ((await unseal(held, "refresh")) ?? (await unseal(held, "access")));
      return async () => {
        if (token) await provider.revoke(token).catch(log);
      };
    },
  };
}

const contextOf = (identityId: string, what: string) => `identity ${identityId} ${what}`;
const opensPhotos = (scope: string) => scope.split(" ").includes(photosScope);

function unlessRevoked(error: unknown): null {
  if (error instanceof ProviderFault && error.reason === "revoked") return null;
  throw error;
}

const unreachable = (name: string) =>
  new Problem("unavailable", withValues("provider_unreachable", { provider: name }), { retryAfter: 5 });
