/** The locale of all numbers, dates and lists that people read. */
export const locale = "en-GB";

type Forms<T> = Readonly<Partial<Record<Intl.LDMLPluralRule, T>> & Record<"other", T>>;

const cardinals = new Intl.PluralRules(locale);
const ordinals = new Intl.PluralRules(locale, { type: "ordinal" });

/** The text for a count, as in "1 vote", "2 votes". */
export const plural = <T>(count: number, forms: Forms<T> & Readonly<Record<"one", T>>): T =>
  forms[cardinals.select(count)] ?? forms.other;

/** The text for a place in a row, as in "1st title", "2nd title", "3rd title", "4th title". */
export const pluralOfPlace = <T>(place: number, forms: Forms<T> & Readonly<Record<"one" | "two" | "few", T>>): T =>
  forms[ordinals.select(place)] ?? forms.other;

/** "12,345" */
export const formatCount = (count: number): string => count.toLocaleString(locale);

let lists: Intl.ListFormat | undefined;
/** Words as a sentence lists them: "Ana, Jonas and Rosa". */
export const listed = (words: readonly string[]): string =>
  // Made at the first use: it takes a starting server some milliseconds.
  (lists ??= new Intl.ListFormat(locale)).format(words);
