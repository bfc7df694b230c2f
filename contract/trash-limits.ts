/** How many photos one call deletes or restores at most. */
export const maxAtOnce = 1000;

/** How many days a deleted photo can be restored. */
export const trashDays = 30;
