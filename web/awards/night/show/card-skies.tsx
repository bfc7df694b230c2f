import type { CSSProperties } from "react";
import type { NightCard } from "#contract/nights.ts";
import type { TvPage } from "#contract/tv.ts";
import { Cover } from "../../../scenes/cover.tsx";
import { gradientOf } from "#contract/award-look.ts";
import { paintOf } from "../../categories/colors.ts";

/** How high the sun of a card stands: it rises from the award's name to its winner. In percent of its own size, from the card before. */
const heights = {
  award: [70, 40],
  3: [40, 24],
  2: [24, 6],
  nobody: [40, 62],
  uncounted: [40, 62],
  bonus: [60, 12],
} as const;

/** What stands behind the swell: the cover of the trip, the rising sun in the award's colours, or the winner's sky. */
export function CardSky({ card, trip }: { card: NightCard; trip: TvPage["trip"] }) {
  if (card.kind === "title") {
    return (
      <div className="show-cover">
        <Cover
          of={{ id: trip.id, squadId: trip.squad?.id ?? null, photoUrl: null, coverUrl: trip.coverUrl }}
          size="large"
          sizes="100vw"
          eager
        />
      </div>
    );
  }
  const color = "category" in card ? card.category.color : "yellow";
  const rank = card.kind === "place" ? card.rank : undefined;
  if (rank === 1 || card.kind === "crowned" || card.kind === "best" || card.kind === "final") {
    return (
      <>
        <div className="show-flood" style={paintOf(color)} />
        <div className="show-rays" />
      </>
    );
  }
  const [from, to] = heights[card.kind === "place" ? (rank === 3 ? 3 : 2) : card.kind];
  const [high, low] = gradientOf(color);
  return (
    <div
      className="show-sun"
      style={
        {
          backgroundImage: `linear-gradient(${high}, ${low})`,
          "--from": `${from}%`,
          "--to": `${to}%`,
        } as CSSProperties
      }
    />
  );
}
