// Decision 023: why addresses are requested ahead of the files.

/** Upload addresses that came with the first one: each for the next file of the same person. */
export interface SpareAddresses {
  keep(person: string, addresses: readonly string[], now: number): void;
  /** The next one that still lives; undefined when there is none. */
  take(person: string, now: number): string | undefined;
  forget(): void;
}

/** They live for a quarter of an hour, and a file may wait a while for its line. */
const spareLifeMs = 5 * 60_000;

export function openSpares(): SpareAddresses {
  let spares: { readonly person: string; readonly address: string; readonly until: number }[] = [];
  return {
    keep(person, addresses, now) {
      spares.push(...addresses.map((address) => ({ person, address, until: now + spareLifeMs })));
    },
    take(person, now) {
      const at = spares.findIndex((spare) => spare.person === person && spare.until > now);
      return at < 0 ? undefined : spares.splice(at, 1)[0]!.address;
    },
    forget() {
      spares = [];
    },
  };
}
