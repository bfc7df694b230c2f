/** The longest text of a receipt, in characters. */
export const maxReceiptText = 140;
/** How many receipts one person attaches to one award at most. */
export const maxReceiptsOfAuthor = 3;
