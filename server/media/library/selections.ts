import { newId } from "../../platform/db/id.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Bytes, FetchBytes, Size } from "./bytes.ts";
import { withRetries } from "./send-request.ts";
import { LibraryFault, selectionEnded } from "./faults.ts";
import type { Picker } from "./picker.ts";
import type { LibrarySession, LibraryStore, Pick } from "./store.ts";
import type { TokenOf } from "./tokens.ts";

export interface SelectionParts {
  readonly picker: Picker;
  readonly fetchBytes: FetchBytes;
  readonly tokenOf: TokenOf;
  readonly store: LibraryStore;
  /** Whether a picker page at this address may be opened. */
  readonly mayOpen: (url: URL) => boolean;
}

/** Selections in people's libraries. Each call may reject with a `LibraryFault` or a `Problem`. */
export type Selections = ReturnType<typeof selectionsOf>;

/** Google's byte addresses are valid for an hour. We stop using one five minutes earlier, so that a download can finish. */
const addressMs = 55 * 60_000;
const usualLifeMs = 24 * 3600_000;

export function selectionsOf({ picker, fetchBytes, tokenOf, store, mayOpen }: SelectionParts) {
  /** Runs `work` with a token, and once more with a new one if the first is rejected. */
  async function withToken<T>(userId: string, work: (token: string) => Promise<T>): Promise<T> {
    const token = await tokenOf(userId);
    try {
      return await work(token);
    } catch (error) {
      if (!(error instanceof LibraryFault) || error.kind !== "token") throw error;
      return work(await tokenOf(userId, token));
    }
  }

  /** Deletes a session that no longer exists at the library. */
  async function orForget<T>(session: LibrarySession, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof LibraryFault && error.kind === "gone") {
        await store.removeSession(session.id);
        throw selectionEnded();
      }
      throw error;
    }
  }

  async function demand(userId: string, id: string): Promise<LibrarySession> {
    const session = await store.findSession(id, userId);
    if (!session) throw selectionEnded();
    return session;
  }

  async function list(session: LibrarySession): Promise<Pick[]> {
    const { id, userId, pickerId } = session;
    const items = await orForget(session, () => withToken(userId, (token) => picker.items(token, pickerId)));
    await store.savePicks(id, items, new Date(Date.now() + addressMs));
    return store.picksOf(id);
  }

  async function bytesOf(userId: string, pick: Pick, size: Size, signal?: AbortSignal): Promise<Bytes> {
    const get = ({ baseUrl, isVideo }: Pick) =>
      withToken(userId, (token) => withRetries(() => fetchBytes(token, baseUrl, size, isVideo, signal)));
    if (pick.baseUrlUntil > new Date()) {
      try {
        return await get(pick);
      } catch (error) {
        if (!(error instanceof LibraryFault) || error.kind !== "gone") throw error;
      }
    }
    const picks = await list(await demand(userId, pick.sessionId));
    const fresh = picks.find(({ id }) => id === pick.id);
    if (!fresh) throw selectionEnded();
    return get(fresh);
  }

  /** Deletes a session, also at the library if possible; there it expires anyway. */
  async function forget(session: LibrarySession): Promise<void> {
    await store.removeSession(session.id);
    await withToken(session.userId, (token) => picker.end(token, session.pickerId)).catch(() => undefined);
  }

  return {
    demand,
    list,
    bytesOf,
    /** Rejects with `needsLinking` when the person has not connected a library. */
    demandLinked: async (userId: string): Promise<void> => void (await tokenOf(userId)),
    async begin(userId: string, maxItems: number) {
      await store.forgetOld();
      const begun = await withToken(userId, (token) => picker.begin(token, maxItems)).catch(orHasNone);
      const url = URL.parse(begun.pickerUri);
      if (!url || !mayOpen(url)) throw new LibraryFault("foreign", "A picker page elsewhere");
      const session: LibrarySession = {
        id: newId(),
        userId,
        pickerId: begun.id,
        // With this suffix Google closes the window after the selection.
        pickerUri: `${begun.pickerUri}/autoclose`,
        expiresAt: begun.expireTime ? new Date(begun.expireTime) : new Date(Date.now() + usualLifeMs),
      };
      await store.addSession(session);
      return { id: session.id, pickerUri: session.pickerUri, mediaItemsSet: begun.mediaItemsSet };
    },
    async find(userId: string, id: string) {
      const session = await demand(userId, id);
      const found = await orForget(session, () => withToken(userId, (token) => picker.find(token, session.pickerId)));
      return { id, pickerUri: session.pickerUri, mediaItemsSet: found.mediaItemsSet };
    },
    async open(userId: string, pickId: string, size: Size): Promise<Bytes> {
      const pick = await store.findPick(pickId, userId);
      if (!pick) throw selectionEnded();
      return bytesOf(userId, pick, size);
    },
    /** Ends a selection, also at the library, when none of its imports can still succeed. */
    async end(userId: string, id: string): Promise<void> {
      const session = await store.findSession(id, userId);
      if (session && !(await store.isInUse(id))) await forget(session);
    },
  };
}

function orHasNone(error: unknown): never {
  if (error instanceof LibraryFault && error.kind === "unfinished") throw new Problem("conflict", "library_missing");
  throw error;
}
