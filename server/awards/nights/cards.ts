import { bonusTitles } from "#contract/bonus-rules.ts";
import type { NightCard, ShowState } from "#contract/nights.ts";
import { bonusFigures } from "./bonus/figures.ts";
import { type Running, type StoredCard, presentCard } from "./show.ts";
import type { ShowStore } from "./show-store.ts";

type Named = Awaited<ReturnType<ShowStore["named"]>>;

/** Makes cards of the contract. Deleted accounts become null, deleted photos and the cards of deleted awards are left out. */
export async function presentCards(
  store: Pick<ShowStore, "named">,
  cards: readonly StoredCard[],
): Promise<NightCard[]> {
  const named = await store.named({
    people: [...new Set(cards.flatMap(peopleOf))],
    categories: [...new Set(cards.flatMap(awardsOf))],
    photos: [...new Set(cards.flatMap(photosOf))],
    receipts: cards.flatMap((card) => (card.kind === "place" && card.receiptId ? [card.receiptId] : [])),
  });
  return cards.flatMap((card) => presentCardOf(card, named) ?? []);
}

/** The present card of a running show, as everybody sees it. */
export async function showStateOf(
  store: ShowStore,
  show: Running,
  cards: readonly StoredCard[],
): Promise<ShowState | null> {
  const { position, cardAt } = presentCard(show, new Date());
  const [card] = await presentCards(store, [cards[position]!]);
  if (!card) return null;
  const isLast = position === cards.length - 1;
  return { position, cardAt: cardAt.toJSON(), movesByItself: show.movesByItself && !isLast, isLast, card };
}

function peopleOf(card: StoredCard): readonly string[] {
  switch (card.kind) {
    case "title":
      return card.crew;
    case "bonus":
    case "best":
      return card.winners;
    case "crowned":
      return card.awards.flatMap(({ winners }) => winners);
    case "place":
      return [...card.winners, ...card.takesItFrom];
    case "final":
      return card.medals.map(({ userId }) => userId);
    case "award":
    case "nobody":
    case "uncounted":
      return [];
    default:
      return card satisfies never;
  }
}

function awardsOf(card: StoredCard): readonly string[] {
  if (card.kind === "crowned") return card.awards.map(({ categoryId }) => categoryId);
  return "categoryId" in card ? [card.categoryId] : [];
}

function photosOf(card: StoredCard): readonly string[] {
  if (card.kind === "final") return card.photoIds ?? [];
  return card.kind === "bonus" && card.photoId !== null ? [card.photoId] : [];
}

function presentCardOf(card: StoredCard, { people, categories, photos, receipts }: Named): NightCard | null {
  const personOf = (id: string) => people.get(id) ?? null;
  const inOrder = (ids: readonly string[]) =>
    ids.map(personOf).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), "en"));
  if (card.kind === "title") return { ...card, crew: card.crew.map(personOf) };
  if (card.kind === "best") return { ...card, winners: inOrder(card.winners) };
  if (card.kind === "final")
    return {
      kind: "final",
      medals: card.medals.map(({ userId, ...medals }) => ({ ...medals, user: personOf(userId) })),
      photos: photosOf(card).flatMap((id) => photos.get(id) ?? []),
    };
  if (card.kind === "crowned") {
    const awards = card.awards.flatMap(({ categoryId, winners }) => {
      const category = categories.get(categoryId);
      if (!category) return [];
      const { id, name, icon, color } = category;
      return [{ category: { id, name, icon, color }, winners: inOrder(winners) }];
    });
    return awards.length > 0 ? { kind: "crowned", awards } : null;
  }
  if (card.kind === "bonus") {
    const { rule, photoId } = card;
    const [title, figure] = [bonusTitles[rule], bonusFigures[rule](card.value)];
    const photo = (photoId !== null && photos.get(photoId)) || null;
    return { kind: "bonus", rule, title, figure, winners: inOrder(card.winners), photo };
  }
  const category = categories.get(card.categoryId);
  if (!category) return null;
  if (card.kind === "nobody" || card.kind === "uncounted") return { kind: card.kind, category };
  if (card.kind === "award") return { kind: "award", category, number: card.number, awardCount: card.awardCount };
  const { rank, votes, titlesInRow, receiptId } = card;
  return {
    kind: "place",
    category,
    rank,
    winners: inOrder(card.winners),
    votes,
    receipt: (receiptId !== null && receipts.get(receiptId)) || null,
    titlesInRow,
    takesItFrom: inOrder(card.takesItFrom),
  };
}

const nameOf = (person: { firstName: string; lastName: string } | null) =>
  person ? `${person.firstName} ${person.lastName}` : "";
