/** At most this many costs, and as many payments, a trip. */
export const maxCosts = 2000;
/** At most this many people in a cost. */
export const maxCostPeople = 200;
/** The largest amount, in the smallest unit of its currency. */
export const maxAmount = 1_000_000_000;
/** The largest receipt, in bytes. */
export const maxReceiptBytes = 10_000_000;
/** For how many days after its cost is deleted a receipt is kept, and a change can be undone. */
export const costTrashDays = 90;
