import { randomBytes } from "node:crypto";

export interface SecretStore {
  /** Keeps `fresh` under this name unless there is one already; answers the one that is kept. */
  secret(name: string, fresh: Buffer): Promise<Buffer>;
}

/** The key that signs upload addresses: made by the first server that needs it, one for all servers on the database, and asked for once. */
export function uploadKey(store: SecretStore): () => Promise<Buffer> {
  let known: Promise<Buffer> | undefined;
  return () => {
    known ??= store.secret("upload addresses", randomBytes(32)).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
