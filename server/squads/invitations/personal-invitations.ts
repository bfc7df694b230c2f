/** Invitations for one person, within the transaction that lets them in. */
export interface PersonalInvitations {
  /** The one that this code opens, good for this squad or squadless trip and not used yet; locked. */
  find(placeId: string, code: string): Promise<{ readonly id: string; readonly tripId: string | null } | null>;
  use(id: string, userId: string): Promise<void>;
}
