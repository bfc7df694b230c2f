/** A letter of Latin script with no combining mark after it, as most names have. It needs no segmenter. */
const simple = /^[ -\u02FF](?:[ -\u02FF]|$)/;

/** The first letter of a name, as people see it: with its accents, an emoji whole. Empty for an empty name. */
export function firstLetterOf(name: string): string {
  if (simple.test(name)) return name.charAt(0);
  // Firefox before version 125 lacks the segmenter and cuts a character of several code points.
  if (!("Segmenter" in Intl)) return Array.from(name)[0] ?? "";
  return new Intl.Segmenter().segment(name)[Symbol.iterator]().next().value?.segment ?? "";
}
