/** The form in which addresses are compared: two that differ only in case are the same. */
export const emailKey = (email: string): string => email.normalize("NFC").toLowerCase();
