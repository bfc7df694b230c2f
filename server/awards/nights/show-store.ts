import { type Selectable, sql } from "kysely";
import type { NightStage } from "#contract/night-time.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { categoryColumns, categoryOf, stageColumn } from "../../schema/shapes/award.ts";
import { isLikedPhoto, likedPhotoColumns, likedPhotoOf } from "../../schema/shapes/liked-photo.ts";
import { personColumns, personOf } from "../../schema/shapes/person.ts";
import type { Tables } from "../../schema/tables/tables.ts";
import { championsOfTrip } from "../champions/store.ts";
import { bestReceipts, shownReceipts } from "../receipts/shown-store.ts";
import { bonusFacts } from "./bonus/store.ts";
import type { ShowFacts, StoredCard } from "./show.ts";
import { personNow } from "../../schema/shapes/person-now.ts";

export interface StoredNight extends Omit<Selectable<Tables["nights"]>, "cards"> {
  readonly stage: NightStage;
  readonly cards: readonly StoredCard[] | null;
}

/** One card on, or one back. */
export type Step = 1 | -1;

/** How many photos the last card of a show has at most. */
const maxPhotos = 6;

export function showStore({ db }: Database) {
  return {
    /**
     * Turns one card on or back from the card at `position`, in one statement. The new card begins at `cardAt`, or right after the card
     * before if that began later. Returns undefined and changes nothing if `position` is not the present card, if the new card would be the
     * last or none, or if the show moves by itself or does not run.
     */
    async turnCard(tripId: string, position: number, step: Step, cardAt: Date): Promise<StoredNight | undefined> {
      const to = position + step;
      if (to < 0) return undefined;
      const turned = await db
        .updateTable("nights as n")
        .set({ position: to, card_at: sql<Date>`greatest(${cardAt}::timestamptz, card_at + interval '1 millisecond')` })
        .where("trip_id", "=", tripId)
        .where("position", "=", position)
        .where(sql<boolean>`stage_of(n) = 'live' and not moves_by_itself`)
        .where(sql<boolean>`jsonb_array_length(cards) > ${to + 1}`)
        .returningAll()
        .returning(stageColumn)
        .executeTakeFirst();
      return turned as StoredNight | undefined;
    },
    /** The people, awards, photos and receipts that cards name, by id. Those that are gone are missing. */
    async named(ids: {
      people: readonly string[];
      categories: readonly string[];
      photos: readonly string[];
      receipts: readonly string[];
    }) {
      const [people, categories, photos, receipts] = await Promise.all([
        db
          .selectFrom(sql<{ id: string }>`unnest(${[...ids.people]}::uuid[])`.as<"x">(sql`x(id)`))
          .innerJoin("people as u", (join) => join.on("u.id", "=", personNow("x.id")))
          .select(["x.id as named", "u.id", ...personColumns])
          .execute(),
        db.selectFrom("categories as c").select(categoryColumns).where(isAnyOf("c.id", ids.categories)).execute(),
        db
          .selectFrom("media as m")
          .leftJoin("people as u", "u.id", "m.uploader_id")
          .leftJoin("trips as t", "t.id", "m.trip_id")
          .select(likedPhotoColumns)
          .where(isAnyOf("m.id", ids.photos))
          .where("m.purpose", "=", "gallery")
          .where("m.state", "=", "ready")
          .execute(),
        shownReceipts(db, ids.receipts),
      ]);
      return {
        people: new Map(people.map((row) => [row.named, personOf(row.id, row)])),
        categories: new Map(categories.map((row) => [row.id, categoryOf(row)])),
        photos: new Map(photos.map((row) => [row.id, likedPhotoOf(row)])),
        receipts,
      };
    },
  };
}

export type ShowStore = ReturnType<typeof showStore>;

const isAnyOf = (column: "c.id" | "m.id", ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`;

/** Writes that close, play and end a night, in a transaction. */
export function showWrites(tx: Tx) {
  return {
    async seal(tripId: string) {
      await sql`select seal_awards(${tripId})`.execute(tx);
    },
    /** What the cards of a sealed night are made from. While a night waits for its close, no award becomes complete. */
    async facts(tripId: string): Promise<Omit<ShowFacts, "showsCounts" | "bonus">> {
      const crew = await tx
        .selectFrom("trip_members")
        .select("user_id")
        .where("trip_id", "=", tripId)
        .orderBy("id")
        .execute();
      const champions = await championsOfTrip(tx, tripId);
      const { rows } = await sql<{
        id: string;
        isOut: boolean;
        isUncounted: boolean;
        hidesCounts: boolean;
        tallies: { nomineeId: string; votes: number }[];
      }>`
        select c.id, c.completed_at is not null as "isOut", c.is_uncounted "isUncounted", c.hides_counts "hidesCounts", (
          select coalesce(json_agg(json_build_object('nomineeId', y.nominee_id, 'votes', y.votes)), '[]') from (
            select n.id nominee_id, max(line.votes) votes from (
              select nominee_id, votes from sealed_tallies where category_id = c.id
              union all select nominee_id, votes from tallies where category_id = c.id
            ) line cross join lateral person_now(line.nominee_id) n group by 1
          ) y
        ) as tallies
        from categories c where c.trip_id = ${tripId} order by c.position, c.id`.execute(tx);
      const receiptsOf = await bestReceipts(tx, tripId);
      const photos = await tx
        .selectFrom("media as m")
        .select("m.id")
        .where("m.trip_id", "=", tripId)
        .where(isLikedPhoto)
        .orderBy("m.likes", "desc")
        .orderBy("m.taken_at")
        .orderBy("m.id")
        .limit(maxPhotos)
        .execute();
      return {
        crew: crew.map(({ user_id }) => user_id),
        photoIds: photos.map(({ id }) => id),
        awards: rows.map(({ id, ...award }) => ({
          ...award,
          categoryId: id,
          champions: champions.get(id) ?? [],
          receipts: receiptsOf.get(id) ?? new Map(),
        })),
      };
    },
    bonusFacts: (tripId: string) => bonusFacts(tx, tripId),
    async setCards(tripId: string, cards: readonly StoredCard[]) {
      await tx
        .updateTable("nights")
        .set({ cards: JSON.stringify(cards) })
        .where("trip_id", "=", tripId)
        .execute();
    },
    async start(tripId: string, cardAt: Date) {
      await tx
        .updateTable("nights")
        .set({ live_at: new Date(), card_at: cardAt, position: 0 })
        .where("trip_id", "=", tripId)
        .execute();
    },
    async move(tripId: string, position: number, cardAt: Date) {
      await tx.updateTable("nights").set({ position, card_at: cardAt }).where("trip_id", "=", tripId).execute();
    },
    /** Publishes the results and ends the night. */
    async publish(tripId: string) {
      await sql`select publish_sealed(${tripId})`.execute(tx);
    },
  };
}
