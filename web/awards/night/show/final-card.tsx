import type { NightCard } from "#contract/nights.ts";
import { paintOf } from "../../categories/colors.ts";
import { MedalEmoji } from "../../results/medal-emoji.tsx";
import { NomineeAvatar, nomineeName } from "../../nominee.tsx";
import { Confetti } from "./confetti.tsx";
import { Lines, lineAt } from "./lines.tsx";
import { Mosaic } from "./mosaic.tsx";
import { at, fit } from "./timing.ts";

/** The last card: the medal table of the night, most gold first, and the trip's most liked photos. */
export function FinalCard({ medals, photos }: Extract<NightCard, { kind: "final" }>) {
  const metals = (["gold", "silver", "bronze"] as const).flatMap((metal, i) =>
    medals.some((line) => line[metal] > 0) ? [{ metal, rank: i + 1 }] : [],
  );
  return (
    <>
      <div
        className="show-final"
        data-photos={photos.length > 0 || undefined}
        style={{ color: paintOf("yellow").color }}
      >
        <h2 className="show-poster show-rise" style={at(200, fit("Medals"))}>
          {medals.length > 0 ? "Tonight’s medals" : "That was Awards Night"}
        </h2>
        <Lines count={medals.length}>
          {medals.map((line, i) => (
            <li key={line.user?.id ?? i} className="show-rise" style={at(lineAt(i))}>
              <NomineeAvatar user={line.user} size="md" className="show-face" />
              <b>{nomineeName(line.user)}</b>
              {metals.map(({ metal, rank }) => (
                <span key={metal} className="show-medal" data-none={line[metal] === 0 || undefined}>
                  <MedalEmoji rank={rank} isSmall /> {line[metal]}
                </span>
              ))}
            </li>
          ))}
        </Lines>
        {photos.length > 0 && <Mosaic photos={photos} />}
      </div>
      {medals.length > 0 && <Confetti color="yellow" from={500} />}
    </>
  );
}
