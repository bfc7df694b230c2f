import { LinkifyIt } from "linkify-it";
import type { Comment } from "#contract/talk.ts";

/** A part of a comment: plain text, a link to another site, or a person. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string }
  | { readonly kind: "person"; readonly text: string; readonly id: string };

const links = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false });

/** Splits a comment into its parts, in order. Only http and https become links. */
export function piecesOf(text: string, mentions: Comment["mentions"]): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, lastIndex, url, raw } of links.match(text) ?? []) {
    if (!/^https?:\/\//i.test(url)) continue;
    pieces.push(...withPeople(text.slice(from, index), mentions), { kind: "link", text: raw, href: url });
    from = lastIndex;
  }
  return [...pieces, ...withPeople(text.slice(from), mentions)];
}

function withPeople(text: string, mentions: Comment["mentions"]): Piece[] {
  if (text === "") return [];
  const [first] = mentions
    .map(({ id, name }) => ({ id, word: `@${name}`, at: text.indexOf(`@${name}`) }))
    .filter(({ at }) => at >= 0)
    // Of "@Ana" and "@Ana Lopes" in one place the longer one is meant.
    .toSorted((a, b) => a.at - b.at || b.word.length - a.word.length);
  if (!first) return [{ kind: "text", text }];
  const { id, word, at } = first;
  return [
    ...(at > 0 ? [{ kind: "text", text: text.slice(0, at) } as const] : []),
    { kind: "person", text: word, id },
    ...withPeople(text.slice(at + word.length), mentions),
  ];
}
