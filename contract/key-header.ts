/** The header with the key of a request, a UUID as a quoted string (draft-ietf-httpapi-idempotency-key-header). A bare UUID will do. */
export const keyHeader = "idempotency-key";
