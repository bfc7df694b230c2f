/**
 * The access token of a user for their photo library. Refuses with `needsLinking` whoever has none. `rejected` is a token that the
 * library did not take although it looked good: the answer is another one.
 */
export type TokenOf = (userId: string, rejected?: string) => Promise<string>;
