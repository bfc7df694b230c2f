import type { NightCard } from "#contract/nights.ts";
import { paintOf } from "../../categories/colors.ts";
import { CategoryIcon } from "../../categories/icons.tsx";
import { Confetti } from "./confetti.tsx";
import { AwardName, NamedFaces } from "./faces.tsx";
import { ReceiptPicture } from "./receipt.tsx";
import { at, showDrumMs } from "./timing.ts";
import { titleWords, votesWords } from "./words.ts";

/** The winner's card: a drum roll on the award, then sky, face and confetti at once. */
export function WinnerBody({ card }: { card: Extract<NightCard, { kind: "place" }> }) {
  const title = titleWords(card);
  const votes = votesWords(card);
  const { color: ink } = paintOf(card.category.color);
  return (
    <>
      <div className="show-drum" aria-hidden="true">
        <div className="show-sticker" style={paintOf(card.category.color)}>
          <span className="show-icon">
            <CategoryIcon icon={card.category.icon} />
          </span>
          <p className="show-line">And the winner is...</p>
        </div>
      </div>
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
