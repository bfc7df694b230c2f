import { locale } from "#contract/locale.ts";
import { currencies } from "#contract/money/currencies.ts";

let names: Intl.DisplayNames | undefined;

/** "Japanese Yen"; the code where the browser knows no name. */
export function currencyName(code: string): string {
  names ??= new Intl.DisplayNames(locale, { type: "currency", fallback: "code" });
  return names.of(code) ?? code;
}

const plain = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The codes of all currencies whose code or name has all of these words, by name. */
export function findCurrencies(search: string): readonly string[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean);
  return Object.keys(currencies)
    .filter((code) => wanted.every((word) => plain(`${code} ${currencyName(code)}`).includes(word)))
    .toSorted((a, b) => currencyName(a).localeCompare(currencyName(b), locale));
}
