import { Card } from "../../ui/card.tsx";
import { paintOf } from "../categories/colors.ts";
import { countWords } from "../count-words.ts";
import { CategoryIcon } from "../categories/icons.tsx";
import { NomineeAvatar, NomineeName } from "../nominee.tsx";
import type { Award } from "../queries.ts";

/** How many winners of one award a sticker names. */
const maxNamed = 3;

/** The winners of all complete awards, each award as a sticker. The stickers of each row fill the width. */
export const WinnerStickers = ({ awards }: { awards: readonly Award[] }) => (
  <section aria-labelledby="winners" className="grid gap-4">
    <h2 id="winners" className="title text-3xl">
      The Winners
    </h2>
    <ul className="flex flex-wrap gap-4">
      {awards.map(({ category, leaderboard }) => {
        const winners = leaderboard.filter(({ rank }) => rank === 1);
        return (
          <li key={category.id} className="max-w-96 min-w-0 flex-[1_1_14rem] odd:-rotate-1 even:rotate-1">
            <Card sticker className="flex h-full flex-col">
              <h3 style={paintOf(category.color)} className="edge-b flex items-center gap-2.5 px-3.5 py-2.5">
                <CategoryIcon icon={category.icon} size={22} />
                <span className="title min-w-0 text-lg wrap-anywhere">{category.name}</span>
              </h3>
              <ul className="grid flex-1 content-center gap-2 p-3.5">
                {winners.slice(0, maxNamed).map(({ user, voteCount }, place) => (
                  <li key={user?.id ?? place} className="relative flex min-h-11 items-center gap-3">
                    <NomineeAvatar user={user} />
                    <span className="grid min-w-0 leading-snug">
                      <NomineeName
                        user={user}
                        className="title line-clamp-2 text-xl wrap-anywhere after:absolute after:inset-0"
                      />
                      <span className="steady text-sm text-soft">{countWords(voteCount)}</span>
                    </span>
                  </li>
                ))}
                {winners.length > maxNamed && (
                  <li className="text-sm text-soft">and {winners.length - maxNamed} more with as many votes</li>
                )}
              </ul>
            </Card>
          </li>
        );
      })}
    </ul>
  </section>
);
