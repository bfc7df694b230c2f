import { asciiAddress, bareAddress } from "#contract/address.ts";
import { withoutHidden } from "#contract/plain-text.ts";

/** The addresses in a typed or pasted text, and its other words, both without repeats. */
export interface TypedAddresses {
  readonly valid: readonly string[];
  readonly dropped: readonly string[];
}

const shape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
/** White space, and the commas and semicolons of several scripts. Brackets end an address too. */
const separators = /[,;、،؛<>\s]+/;
/** A name before an address in brackets, in quotes or without. */
const names =
  /(?<=^|[,;、،؛>)\]\s])(?:["“”„«»][^"“”„«»]{0,99}["“”„«»]|[^,;、،؛<>()[\]@"“”„«»\n]){1,99}(?=[<([][^<>()[\]]*@)/g;

/** Splits at commas, semicolons and white space, and takes the address out of each word. Names of addresses count as no words. */
export function typedAddresses(text: string): TypedAddresses {
  const valid = new Map<string, string>();
  const dropped = new Set<string>();
  // Full-width signs become plain ones.
  const plain = withoutHidden(text.normalize("NFKC"));
  for (const word of plain.replaceAll(names, "").split(separators)) {
    const address = bareAddress(word);
    if (!/[\p{L}\p{N}]/u.test(address)) continue;
    const key = asciiAddress(address).toLowerCase();
    if (!shape.test(address)) dropped.add(address);
    else if (!valid.has(key)) valid.set(key, address);
  }
  return { valid: [...valid.values()], dropped: [...dropped] };
}

/** The text without its last word, at which somebody is still typing. */
export const withoutLastWord = (text: string): string => text.replace(/[^,;、،؛，；､\s]+$/, "");
