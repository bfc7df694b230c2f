import { randomBytes } from "node:crypto";

export interface SecretStore {
  /** Stores `fresh` under this name unless there is a secret already; resolves with the stored one. */
  secret(name: string, fresh: Buffer): Promise<Buffer>;
}

/** The key that signs upload addresses. The first server makes it, all servers share it, and each reads it once. */
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
