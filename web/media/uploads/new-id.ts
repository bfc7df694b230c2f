export const newId = (): string =>
  // `crypto.randomUUID` exists on HTTPS alone.
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
