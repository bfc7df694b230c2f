import type { ReactNode } from "react";
import type { NightCard } from "#contract/nights.ts";
import { paintOf } from "../../categories/colors.ts";
import { CategoryIcon } from "../../categories/icons.tsx";
import { Confetti } from "./confetti.tsx";
import { AwardName, NamedFaces } from "./faces.tsx";
import { ReceiptPicture } from "./receipt.tsx";
import { at, showDrumMs } from "./timing.ts";
import { goldWords, titleWords, votesWords } from "./words.ts";

/** The winner's card: a drum roll on the award, then sky, face and confetti at once. */
export function WinnerCard({ card }: { card: Extract<NightCard, { kind: "place" }> }) {
  const title = titleWords(card);
  const votes = votesWords(card);
  const { color: ink } = paintOf(card.category.color);
  return (
    <>
      <Drum color={card.category.color} icon={<CategoryIcon icon={card.category.icon} />}>
        And the winner is...
      </Drum>
      <div className="show-podium" data-photo={card.receipt !== null || undefined} style={{ color: ink }}>
        <div className="show-panel show-reveal">
          <AwardName category={card.category} isPlain />
          <h2 className="sr-only">{card.category.name}</h2>
          <NamedFaces people={card.winners} start={showDrumMs} />
          <p className="show-chips">
            {votes && (
              <span className="show-pop show-chip bg-card text-main" style={at(showDrumMs + 700)}>
                {votes}
              </span>
            )}
            {title && (
              <span className="show-stamp show-chip show-title bg-spot text-on-spot" style={at(showDrumMs + 1200)}>
                {title}
              </span>
            )}
          </p>
        </div>
        {card.receipt && <ReceiptPicture receipt={card.receipt} start={showDrumMs + 900} />}
      </div>
      <Confetti color={card.category.color} from={showDrumMs} />
    </>
  );
}

/** The card of those with most gold: a drum roll, then a crown, and confetti in the colours of all awards. */
export const BestCard = ({ card }: { card: Extract<NightCard, { kind: "best" }> }) => (
  <>
    <Drum color="yellow" icon={<Crown />}>
      The night belongs to...
    </Drum>
    <div className="show-podium" style={{ color: paintOf("yellow").color }}>
      <div className="show-panel show-reveal">
        <h2 className="show-chip show-kicker bg-card text-main">The night belongs to</h2>
        <span className="show-crown show-stamp" style={at(showDrumMs + 500)}>
          <Crown />
        </span>
        <NamedFaces people={card.winners} start={showDrumMs} />
        <p className="show-pop show-chip bg-card text-main" style={at(showDrumMs + 900)}>
          {goldWords(card)}
        </p>
      </div>
    </div>
    <Confetti from={showDrumMs} />
  </>
);

/** Rolls until the winner comes out. */
const Drum = ({ color, icon, children }: { color: string; icon: ReactNode; children: ReactNode }) => (
  <div className="show-drum" aria-hidden="true">
    <div className="show-sticker" style={paintOf(color)}>
      <span className="show-icon">{icon}</span>
      <p className="show-line">{children}</p>
    </div>
  </div>
);

const Crown = () => (
  <svg aria-hidden="true" viewBox="0 0 40 28" className="fill-spot stroke-edge stroke-2 [stroke-linejoin:round]">
    <path d="M4 26 2 9l10 7 8-14 8 14 10-7-2 17z" />
  </svg>
);
