import type { ReactNode } from "react";
import type { NightCard } from "#contract/nights.ts";
import { paintOf } from "../../categories/colors.ts";
import { MedalEmoji } from "../../results/medal-emoji.tsx";
import { NomineeAvatar, nomineeName } from "../../nominee.tsx";
import { Confetti } from "./confetti.tsx";
import { at, fit } from "./timing.ts";

/** How many people the medal table of a TV shows. `cards.css` has it too. */
const maxOnTv = 30;

/** The last card: the medal table of the night, most gold first. */
export function FinalCard({
  medals,
  children,
}: {
  medals: Extract<NightCard, { kind: "final" }>["medals"];
  children: ReactNode;
}) {
  return (
    <>
      <div className="show-final" style={{ color: paintOf("yellow").color }}>
        <h2 className="show-poster show-rise" style={at(200, fit("Medals"))}>
          {medals.length > 0 ? "Tonight’s medals" : "That was Awards Night"}
        </h2>
        <ol className="show-table" data-many={medals.length > 16 ? "crowd" : medals.length > 8 ? "many" : undefined}>
          {medals.map(({ user, gold, silver, bronze }, i) => (
            <li key={user?.id ?? i} className="show-rise" style={at(600 + Math.min(i, 12) * 120)}>
              <NomineeAvatar user={user} size="md" className="show-face" />
              <b>{nomineeName(user)}</b>
              {([gold, silver, bronze] as const).map((count, rank) => (
                // oxlint-disable-next-line react/no-array-index-key -- the three metals stand in a fixed order
                <span key={rank} className="show-medal" data-none={count === 0 || undefined}>
                  <MedalEmoji rank={rank + 1} isSmall /> {count}
                </span>
              ))}
            </li>
          ))}
        </ol>
        {medals.length > maxOnTv && (
          <p className="show-more show-line">and {medals.length - maxOnTv} more: see them on your phone</p>
        )}
        {children && (
          <div className="show-ending show-rise" style={at(1600)}>
            {children}
          </div>
        )}
      </div>
      {medals.length > 0 && <Confetti color="yellow" from={500} />}
    </>
  );
}
