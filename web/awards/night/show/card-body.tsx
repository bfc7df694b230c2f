import "./cards.css";
import type { ReactNode } from "react";
import type { NightCard } from "#contract/nights.ts";
import type { TvPage } from "#contract/tv.ts";
import { plural } from "#contract/locale.ts";
import { MedalEmoji } from "../../results/medal-emoji.tsx";
import { paintOf } from "../../categories/colors.ts";
import { CategoryIcon } from "../../categories/icons.tsx";
import { CrownedCard } from "./crowned-card.tsx";
import { AwardName, Faces, NamedFaces } from "./faces.tsx";
import { FinalCard } from "./final-card.tsx";
import { ReceiptPicture } from "./receipt.tsx";
import { at, fit } from "./timing.ts";
import { uncountedWords } from "../../progress-words.ts";
import { BestCard, WinnerCard } from "./winner-card.tsx";
import { placeNames, votesWords } from "./words.ts";

/** The words and faces of a card. */
export function CardBody({ card, trip }: { card: NightCard; trip: TvPage["trip"] }): ReactNode {
  switch (card.kind) {
    case "title":
      return (
        <div className="show-opening">
          <p className="show-pop show-chip bg-spot text-on-spot" style={at(300)}>
            Awards Night
          </p>
          {trip.squad && (
            <p className="show-rise show-line" style={at(600)}>
              {trip.squad.name}
            </p>
          )}
          <h2 className="show-rise show-poster" style={at(750, fit(trip.name))}>
            {trip.name}
          </h2>
          <p className="show-rise show-line" style={at(1000)}>
            {plural(card.awardCount, {
              one: `${card.awardCount} award tonight`,
              other: `${card.awardCount} awards tonight`,
            })}
          </p>
          <Faces people={card.crew} start={1300} />
        </div>
      );
    case "award":
      return (
        <div className="show-stamp show-sticker show-award" style={at(250, paintOf(card.category.color))}>
          <p className="show-line">
            Award {card.number} of {card.awardCount}
          </p>
          <span className="show-icon show-pop" style={at(650)}>
            <CategoryIcon icon={card.category.icon} />
          </span>
          <h2 className="show-poster show-rise" style={at(850, fit(card.category.name))}>
            {card.category.name}
          </h2>
          {card.category.description && (
            <p className="show-line show-rise" style={at(1100)}>
              {card.category.description}
            </p>
          )}
        </div>
      );
    case "nobody":
    case "uncounted":
      return (
        <div className="show-panel">
          <AwardName category={card.category} />
          <div className="show-sticker show-place show-stamp" style={at(400)}>
            <h2 className="show-poster" style={fit("Nobody dared to")}>
              {card.kind === "nobody" ? "Nobody dared to vote" : uncountedWords}
            </h2>
          </div>
        </div>
      );
    case "bonus":
      return (
        <div className="show-podium" data-photo={card.photo !== null || undefined}>
          <div className="show-sticker show-place show-stamp" style={at(200)}>
            <p className="show-chip bg-spot text-on-spot">Bonus award</p>
            <h2 className="show-poster show-rise" style={at(400, fit(card.title))}>
              {card.title}
            </h2>
            <NamedFaces people={card.winners} start={900} />
            <p className="show-pop show-chip bg-win text-on-win" style={at(1500)}>
              {card.figure}
            </p>
          </div>
          {card.photo && <ReceiptPicture receipt={{ photo: card.photo, text: null }} start={1300} />}
        </div>
      );
    case "place":
      return card.rank === 1 ? (
        <WinnerCard card={card} />
      ) : (
        <div className="show-panel">
          <AwardName category={card.category} />
          <div className="show-sticker show-place show-stamp" style={at(300)}>
            <p className="show-line show-rank">
              <MedalEmoji rank={card.rank} /> {placeNames[card.rank]}
            </p>
            <NamedFaces people={card.winners} start={700} />
            {card.votes !== null && (
              <p className="show-pop show-chip bg-win text-on-win" style={at(1400)}>
                {votesWords(card)}
              </p>
            )}
          </div>
        </div>
      );
    case "crowned":
      return <CrownedCard awards={card.awards} />;
    case "best":
      return <BestCard card={card} />;
    case "final":
      return <FinalCard {...card} />;
    default:
      return card satisfies never;
  }
}
