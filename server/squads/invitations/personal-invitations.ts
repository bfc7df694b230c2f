/** Invitations for one person, within the transaction of the join. */
export interface PersonalInvitations {
  /** Locks and returns the open invitation with this code to this squad or squadless trip, unless another person has registered with it. */
  find(
    placeId: string,
    code: string,
    userId: string,
  ): Promise<{ readonly id: string; readonly tripId: string | null } | null>;
  use(id: string, userId: string): Promise<void>;
}
