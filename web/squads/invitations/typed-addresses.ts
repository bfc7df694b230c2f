/** The addresses in a typed or pasted text, and its other words, both without repeats. */
export interface TypedAddresses {
  readonly valid: readonly string[];
  readonly dropped: readonly string[];
}

const shape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Splits at commas, semicolons and white space. Strips `mailto:`, brackets and quotes from each word. */
export function typedAddresses(text: string): TypedAddresses {
  const valid = new Map<string, string>();
  const dropped = new Set<string>();
  for (const typed of text.split(/[,;\s]+/)) {
    const address = typed.replace(/^mailto:/i, "").replaceAll(/^["'(<]+|[>)"'.]+$/g, "");
    if (address === "") continue;
    if (!shape.test(address)) dropped.add(address);
    else if (!valid.has(address.toLowerCase())) valid.set(address.toLowerCase(), address);
  }
  return { valid: [...valid.values()], dropped: [...dropped] };
}
