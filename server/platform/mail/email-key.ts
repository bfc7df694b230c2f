/** The form of an address that identifies it: two addresses that differ only in case are the same. */
export const emailKey = (email: string): string => email.normalize("NFC").toLowerCase();
