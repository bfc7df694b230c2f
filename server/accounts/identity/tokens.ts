// Decision 029: why tokens are refreshed under a lease.
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../platform/db/id.ts";
import { Problem, needsLinking } from "../../platform/http/problem.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import { ProviderFault } from "./provider-fault.ts";
import { type Provider, type Tokens, photosScope } from "./provider.ts";

/** A linked person's tokens as the database holds them. */
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
  /** Takes the lease unless somebody holds it. */
  takeLease(identityId: string, lease: string, ms: number): Promise<boolean>;
  /** Writes the new tokens and gives the lease back; nothing when it was lost or the link is gone. */
  renew(tokens: SealedTokens, lease: string): Promise<boolean>;
  giveLeaseBack(identityId: string, lease: string): Promise<void>;
}

export interface AccessTokens {
  /**
   * A token that opens this person's photo library, good for at least a minute more; fetched anew when need be, by one server at a
   * time. `refused` is one that the library would not take: never answered again. It goes nowhere but to the library. Throws
   * 401 with `needsLinking` when they have not (or no longer) allowed it, 503 when the provider does not answer.
   */
  tokenOf(userId: string, refused?: string): Promise<string>;
  /** Keeps what came with a link. Without the photo library among what was allowed, there is nothing to keep. */
  keep(identityId: string, tokens: Tokens): Promise<void>;
  /** Reads what is to be revoked before its rows go; call what it answers when they are gone. It never throws. */
  revocationOf(userId: string, identityId?: string): Promise<() => Promise<void>>;
}

const marginMs = 60_000;
/** Longer than any answer of the provider is waited for. */
const leaseMs = 30_000;
const [pollMs, patienceMs] = [150, 15_000];

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
    access: await secrets.seal(tokens.access, placeOf(identityId, "access")),
    expiresAt: tokens.expiresAt,
    refresh: tokens.refresh === null ? null : await secrets.seal(tokens.refresh, placeOf(identityId, "refresh")),
  });
  const unseal = async (held: SealedTokens, what: "access" | "refresh") =>
    held[what] && secrets.unseal(held[what], placeOf(held.identityId, what));

  /** With the lease held: the new token, already written. */
  const refresh = async (held: SealedTokens, lease: string): Promise<string> => {
    const { identityId } = held;
    const old = await unseal(held, "refresh");
    // Sealed under a key that this server does not have: another one may.
    if (held.refresh !== null && old === null) throw needsLinking();
    const fresh = old === null ? null : await provider.refresh(old).catch(unlessRevoked);
    if (fresh === null) {
      await store.drop(identityId, lease);
      throw needsLinking();
    }
    // A provider that gives no new refresh token, or does not repeat what is allowed, means the one before.
    const next = { ...fresh, refresh: fresh.refresh ?? old, scope: fresh.scope || held.scope };
    await store.renew(await seal(identityId, next), lease);
    return fresh.access;
  };

  return {
    async tokenOf(userId, refused) {
      for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(pollMs)) {
        const held = await store.find(provider.issuer, userId);
        if (!held || !opensPhotos(held.scope)) throw needsLinking();
        const access = await unseal(held, "access");
        if (access !== null && access !== refused && held.expiresAt.getTime() > Date.now() + marginMs) return access;
        const lease = newId();
        if (!(await store.takeLease(held.identityId, lease, leaseMs))) continue;
        try {
          // Somebody may have been faster between the look and the lease.
          const now = await store.findOfIdentity(provider.issuer, held.identityId);
          if (now && now.access.equals(held.access)) return await refresh(now, lease);
        } catch (fault) {
          if (!(fault instanceof ProviderFault)) throw fault;
          log(fault);
          throw unreachable(provider.name);
        } finally {
          await store.giveLeaseBack(held.identityId, lease);
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
      // The one that lasts: with it goes what was made of it.
      const token = held && ((await unseal(held, "refresh")) ?? (await unseal(held, "access")));
      return async () => {
        if (token) await provider.revoke(token).catch(log);
      };
    },
  };
}

const placeOf = (identityId: string, what: string) => `identity ${identityId} ${what}`;
const opensPhotos = (scope: string) => scope.split(" ").includes(photosScope);

function unlessRevoked(error: unknown): null {
  if (error instanceof ProviderFault && error.reason === "revoked") return null;
  throw error;
}

const unreachable = (name: string) =>
  new Problem("unavailable", `${name} does not answer right now. Please try again in a moment.`, { retryAfter: 5 });
