import type { LeaderboardEntry } from "#contract/awards.ts";
import type { Category } from "#contract/categories.ts";
import { CategoryBadge } from "../categories/category-badge.tsx";
import { paintOf } from "../categories/colors.ts";
import { countWords } from "../count-words.ts";
import { CategoryIcon } from "../categories/icons.tsx";
import { NomineeAvatar, nomineeName } from "../nominee.tsx";

const face =
  "edge grid content-center justify-items-center gap-4 overflow-hidden rounded-card p-6 text-center shadow-stamp";

/** A card that turns over after the drum roll. Screen readers read the text beside it. */
export function RevealCard({
  category,
  winners,
  isOut,
  hasFailed,
}: {
  category: Category | undefined;
  winners: readonly LeaderboardEntry[];
  isOut: boolean;
  hasFailed: boolean;
}) {
  const name = category?.name ?? "The award";
  const votes = countWords(winners[0]?.voteCount ?? null, winners.length);
  return (
    <div aria-hidden="true" className="reveal-room">
      <div className="reveal-card min-h-96" data-out={isOut || undefined}>
        <div className={`reveal-back ${face}`} style={paintOf(category?.color ?? "gray")}>
          <CategoryIcon icon={category?.icon ?? ""} size={96} />
          <p className="poster text-4xl wrap-anywhere">{name}</p>
          <p className="text-lg font-bold">Drum roll...</p>
        </div>
        <div className={`reveal-front bg-card ${face}`}>
          {category && <CategoryBadge category={category} />}
          <p className="title text-2xl wrap-anywhere">{name}</p>
          {hasFailed || winners.length === 0 ? (
            <p className="text-lg">is decided. The leaderboard has the result.</p>
          ) : (
            <>
              <div className="flex flex-wrap justify-center gap-3">
                {winners.map(({ user }, place) => (
                  <NomineeAvatar key={user?.id ?? place} user={user} size={winners.length > 2 ? "lg" : "xl"} />
                ))}
              </div>
              <p className="poster text-5xl wrap-anywhere">
                {winners.map(({ user }) => nomineeName(user)).join(" & ")}
              </p>
              {votes && <p className="steady rounded-full bg-win px-4 py-1.5 font-bold text-on-win">{votes}</p>}
            </>
          )}
        </div>
      </div>
    </div>
  );
}
