import type { Person } from "#contract/people.ts";
import { fullNameOf } from "../ui/avatar.tsx";

/** Both cases in turn, because `i` and `ı`, or `σ` and `ς`, are one letter in one of them only. No language of the browser counts. */
const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .toUpperCase();

/** The `people` whose names contain all of `words`, ignoring case and accents. */
export function findPeople<P extends { readonly user: Person }>(people: readonly P[], words: string): readonly P[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return people.filter(({ user }) => wanted.every((word) => plain(fullNameOf(user)).includes(word)));
}
