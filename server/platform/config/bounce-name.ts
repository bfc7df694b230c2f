/** The longest name before the @ of MAIL_BOUNCES: a local part has at most 64 characters (RFC 5321 §4.5.3.1.1), of which "+" and our tag take 50. */
export const maxBounceNameLength = 64 - 1 - 49;
