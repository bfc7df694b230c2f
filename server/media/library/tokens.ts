/**
 * Returns a user's access token for their photo library. Rejects with `needsLinking` when there is none. `rejected` is a token that the
 * library has just rejected; the result is then another one.
 */
export type TokenOf = (userId: string, rejected?: string) => Promise<string>;
