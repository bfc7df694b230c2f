import { formerCrewMember } from "#contract/former-crew-member.ts";
import type { NightCard } from "#contract/nights.ts";
import { listed } from "#contract/locale.ts";
import { countWords } from "../../count-words.ts";
import { nomineeName } from "../../nominee.tsx";
import { uncountedWords } from "../../progress-words.ts";

type Winner = Parameters<typeof nomineeName>[0];
type PlaceCard = Extract<NightCard, { kind: "place" }>;

export const placeNames: Readonly<Record<number, string>> = { 1: "Winner", 2: "Second place", 3: "Third place" };

/** Names as a sentence lists them: "Ana Lopes, Jonas Berg and Rosa Tan". */
export const namesOf = (people: readonly Winner[]): string => listed(people.map((person) => nomineeName(person)));

/** First names as a sentence lists them. */
const firstNamesOf = (people: readonly Winner[]): string =>
  listed(people.map((person) => person?.firstName ?? formerCrewMember));

export const votesWords = ({ votes, winners }: Pick<PlaceCard, "votes" | "winners">): string | null =>
  countWords(votes, winners.length);

/** "3rd title in a row", or "takes it from Ben"; undefined if the title is new. */
export function titleWords({ titlesInRow, takesItFrom, winners }: PlaceCard): string | undefined {
  if (titlesInRow !== null) return `${ordinal(titlesInRow)} title in a row`;
  if (takesItFrom.length === 0) return undefined;
  return `${winners.length === 1 ? "takes" : "take"} it from ${firstNamesOf(takesItFrom)}`;
}

const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
/** "1st", "2nd", "3rd", "11th". */
export const ordinal = (count: number): string => `${count}${endings[ordinals.select(count)] ?? "th"}`;

const medalWords = ({ gold, silver, bronze }: { gold: number; silver: number; bronze: number }): string =>
  [gold && `${gold} gold`, silver && `${silver} silver`, bronze && `${bronze} bronze`].filter(Boolean).join(", ");

/** How many lines of the medal table are read out. */
const maxRead = 3;

/** The card in a sentence or two, for screen readers. */
export function sentenceOfCard(card: NightCard, trip: { readonly name: string }): string {
  switch (card.kind) {
    case "title":
      return `Awards Night of ${trip.name}: ${card.awardCount} ${card.awardCount === 1 ? "award" : "awards"}.`;
    case "bonus":
      return `Bonus award ${card.title} goes to ${namesOf(card.winners)}: ${card.figure}.`;
    case "award":
      return `Award ${card.number} of ${card.awardCount}: ${card.category.name}.`;
    case "nobody":
      return `${card.category.name}: Nobody dared to vote.`;
    case "uncounted":
      return `${card.category.name}: ${uncountedWords}`;
    case "place": {
      const names = namesOf(card.winners);
      const start = card.rank === 1 ? `${card.category.name} goes to ${names}` : `${placeNames[card.rank]}: ${names}`;
      const result = [start, votesWords(card), titleWords(card)].filter(Boolean).join(", ");
      const proof = card.receipt?.text ? ` The proof: “${card.receipt.text}”` : "";
      return result + (card.rank === 1 ? "!" : ".") + proof;
    }
    case "final": {
      const lines = card.medals.slice(0, maxRead).map((line) => `${nomineeName(line.user)} ${medalWords(line)}`);
      return lines.length === 0 ? "That was Awards Night." : `The medal table: ${lines.join("; ")}.`;
    }
    default:
      return card satisfies never;
  }
}
