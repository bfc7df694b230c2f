import { formerCrewMember } from "#contract/former-crew-member.ts";
import type { NextKind, NightCard, ShowAhead } from "#contract/nights.ts";
import { listed, plural, pluralOfPlace } from "#contract/locale.ts";
import { countWords } from "../../count-words.ts";
import { nomineeName } from "../../nominee.tsx";
import { uncountedWords } from "../../progress-words.ts";

type Winner = Parameters<typeof nomineeName>[0];
type PlaceCard = Extract<NightCard, { kind: "place" }>;

export const placeNames: Readonly<Record<number, string>> = { 1: "Winner", 2: "Second place", 3: "Third place" };

/** Names as a sentence lists them: "Ana Lopes, Jonas Berg and Rosa Tan". */
const namesOf = (people: readonly Winner[]): string => listed(people.map((person) => nomineeName(person)));

/** First names as a sentence lists them. */
const firstNamesOf = (people: readonly Winner[]): string =>
  listed(people.map((person) => person?.firstName ?? formerCrewMember));

export const votesWords = ({ votes, winners }: Pick<PlaceCard, "votes" | "winners">): string | null =>
  countWords(votes, winners.length);

/** "3rd title in a row", or "takes it from Ben"; undefined if the title is new. */
export function titleWords({ titlesInRow, takesItFrom, winners }: PlaceCard): string | undefined {
  if (titlesInRow !== null)
    return pluralOfPlace(titlesInRow, {
      one: `${titlesInRow}st title in a row`,
      two: `${titlesInRow}nd title in a row`,
      few: `${titlesInRow}rd title in a row`,
      other: `${titlesInRow}th title in a row`,
    });
  if (takesItFrom.length === 0) return undefined;
  const names = firstNamesOf(takesItFrom);
  return plural(winners.length, { one: `takes it from ${names}`, other: `take it from ${names}` });
}

const medalWords = ({ gold, silver, bronze }: { gold: number; silver: number; bronze: number }): string =>
  [gold && `${gold} gold`, silver && `${silver} silver`, bronze && `${bronze} bronze`].filter(Boolean).join(", ");

/** Who has a place, by how many votes, and since when: "Best Wipeout goes to Ana Lopes, 3 votes, takes it from Ben!" */
function placeSentence(card: PlaceCard): string {
  const names = namesOf(card.winners);
  const notes = [votesWords(card), titleWords(card)].filter(Boolean).join(", ");
  if (card.rank === 1)
    return notes ? `${card.category.name} goes to ${names}, ${notes}!` : `${card.category.name} goes to ${names}!`;
  const place = placeNames[card.rank];
  return notes ? `${place}: ${names}, ${notes}.` : `${place}: ${names}.`;
}

/** The gold of the people with most of it: "3 gold medals". */
export function goldWords({ gold, winners }: Pick<Extract<NightCard, { kind: "best" }>, "gold" | "winners">): string {
  const medals = plural(gold, { one: `${gold} gold medal`, other: `${gold} gold medals` });
  return winners.length > 1 ? `${medals} each` : medals;
}

/** The winners of an award that came out before the night. */
export const crownedNames = (winners: readonly Winner[]): string =>
  winners.length === 0 ? "No winner" : namesOf(winners);

/** What the host reads of the next card, in a few letters: a phone has little room beside its buttons. */
export function nextWords({ next, award }: Pick<ShowAhead, "next" | "award">): string | null {
  if (next === null) return null;
  return next === "award" ? `Award ${award + 1}` : nextNames[next];
}

const nextNames: Readonly<Record<Exclude<NextKind, "award">, string>> = {
  bonus: "Bonus Award",
  crowned: "Early Crowns",
  third: "Third Place",
  second: "Second Place",
  winner: "The Winner",
  result: "The Result",
  best: "Most Gold",
  final: "Medal Table",
};

/** How many lines of a table are read out. */
const maxRead = 3;

/** The card in a sentence or two, for screen readers. */
export function sentenceOfCard(card: NightCard, trip: { readonly name: string }): string {
  switch (card.kind) {
    case "title":
      return plural(card.awardCount, {
        one: `Awards Night of ${trip.name}: ${card.awardCount} award.`,
        other: `Awards Night of ${trip.name}: ${card.awardCount} awards.`,
      });
    case "bonus":
      return `Bonus award ${card.title} goes to ${namesOf(card.winners)}: ${card.figure}.`;
    case "award":
      return `Award ${card.number} of ${card.awardCount}: ${card.category.name}.`;
    case "nobody":
      return `${card.category.name}: Nobody dared to vote.`;
    case "uncounted":
      return `${card.category.name}: ${uncountedWords}`;
    case "place":
      return card.receipt?.text ? `${placeSentence(card)} The proof: “${card.receipt.text}”` : placeSentence(card);
    case "crowned": {
      const lines = card.awards
        .slice(0, maxRead)
        .map(({ category, winners }) => `${category.name}, ${crownedNames(winners)}`);
      const more = card.awards.length - lines.length;
      return `Already crowned: ${[...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")}.`;
    }
    case "best":
      return `The night belongs to ${namesOf(card.winners)}: ${goldWords(card)}!`;
    case "final": {
      const lines = card.medals.slice(0, maxRead).map((line) => `${nomineeName(line.user)} ${medalWords(line)}`);
      return lines.length === 0 ? "That was Awards Night." : `The medal table: ${lines.join("; ")}.`;
    }
    default:
      return card satisfies never;
  }
}
