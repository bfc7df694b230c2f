/** What someone typed or pasted as addresses: those in the shape of one, each once, and what was left out. */
export interface TypedAddresses {
  readonly valid: readonly string[];
  readonly dropped: readonly string[];
}

const shape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Splits at commas, semicolons and white space. Of an address as mail programs copy it, `Ana <ana@example.org>`, the address stays. */
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
