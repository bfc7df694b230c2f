/** What somebody types after an @, and where the @ stands. */
export interface MentionSearch {
  readonly at: number;
  readonly search: string;
}

/** At most two words: a first and a last name. */
const beforeCaret = /(?:^|[\s([])@((?:[^\s@]{1,50} )?[^\s@]{0,50})$/u;

/** The mention that is being typed at this place of a text; null without one. `chosen` are the names that are mentioned already. */
export function mentionAt(text: string, caret: number, chosen: readonly string[]): MentionSearch | null {
  const before = text.slice(0, caret);
  const search = beforeCaret.exec(before)?.[1];
  if (search === undefined || chosen.some((name) => search.trimEnd() === name)) return null;
  return { at: before.length - search.length - 1, search };
}

/** The text with a name in place of what was typed after its @, and where the caret goes. */
export function withMention(text: string, { at, search }: MentionSearch, name: string) {
  const start = `${text.slice(0, at)}@${name} `;
  const rest = text.slice(at + 1 + search.length);
  return { text: start + rest.replace(/^ /, ""), caret: start.length };
}
