/** How many open requests one person has at most. */
export const maxOpenTakedowns = 3;

/** How many days organizers have to answer a request. After that the photo comes back. */
export const takedownDays = 7;

/** The longest reason of a request, in characters. */
export const maxTakedownReason = 300;
