import type { TripAwards } from "#contract/awards.ts";
import type { LikedPhoto } from "#contract/media-item.ts";
import { dealPhotos } from "./deal-photos.ts";
import { Link, TextLink, paths } from "../../core/link.tsx";
import { fullNameOf } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { Chip } from "../../ui/chip.tsx";
import { cx } from "../../ui/class-names.ts";
import { Picture } from "../../ui/picture.tsx";
import { paintOf } from "../categories/colors.ts";
import { countWords } from "../count-words.ts";
import { CategoryIcon } from "../categories/icons.tsx";
import { MedalEmoji } from "./medal-emoji.tsx";
import { NomineeAvatar, NomineeName } from "../nominee.tsx";
import type { Award } from "../queries.ts";
import { VotingComplete } from "./voting-complete.tsx";

/** A card for each complete award of a trip. The cards of each row fill the width; on a phone they are one row to swipe. */
export function WinnerCards({ awards: { trip, categories, bestPhotos } }: { awards: TripAwards }) {
  const complete = categories.filter(({ votingProgress }) => votingProgress.isComplete);
  if (complete.length === 0) return null;
  const photos = dealPhotos(complete, bestPhotos);
  return (
    <>
      <p className="sr-only">Check the leaderboard to see the results!</p>
      <ul className="flex gap-5 max-sm:-mx-4 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:gap-3 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 sm:flex-wrap">
        {complete.map((award) => (
          <li
            key={award.category.id}
            className="@container min-w-0 max-sm:snap-start max-sm:not-only:flex-[0_0_86%] max-sm:only:flex-1 sm:flex-[1_1_20rem]"
          >
            <WinnerCard tripId={trip.id} award={award} photo={photos.get(award.category.id)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** How many lines of the leaderboard a card shows. */
const maxLines = 3;

/**
 * A complete award with its winners. Its picture, a photo or else the faces of the winners, or without both the coloured head, takes the
 * height that a taller neighbour gives. On a broad card it stands at the left.
 */
function WinnerCard({
  tripId,
  award: { category, leaderboard, receipt, votingProgress },
  photo,
}: {
  tripId: string;
  award: Award;
  photo: LikedPhoto | undefined;
}) {
  const faces = photo ? [] : leaderboard.filter(({ rank }) => rank === 1).slice(0, maxLines);
  const hasPicture = photo !== undefined || faces.length > 0;
  return (
    <Card sticker className="flex h-full flex-col @2xl:flex-row">
      <div className="edge-b flex flex-1 flex-col @2xl:border-r-2 @2xl:border-b-0! @2xl:border-edge">
        <div
          style={paintOf(category.color)}
          className={cx("flex items-center gap-3 p-4", hasPicture ? "edge-b" : "flex-1 py-6")}
        >
          <CategoryIcon icon={category.icon} size={hasPicture ? 28 : 52} />
          <h3 className={cx("title min-w-0 wrap-anywhere", hasPicture ? "text-xl" : "text-3xl")}>{category.name}</h3>
        </div>
        {photo && (
          <Link to={paths.photo(tripId, photo.id)} className="relative block min-h-44 flex-1 -outline-offset-4">
            <Picture
              src={`${photo.filePath}?size=medium`}
              alt={altOf(photo)}
              width={photo.width}
              height={photo.height}
              thumbhash={photo.placeholder}
              className="absolute inset-0 size-full object-cover"
            />
          </Link>
        )}
        {faces.length > 0 && (
          <div className="flex min-h-44 flex-1 flex-wrap content-center justify-center gap-3 bg-tint p-4">
            {faces.map(({ user }, place) => (
              <NomineeAvatar key={user?.id ?? place} user={user} size="xl" />
            ))}
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col @2xl:flex-1 @2xl:justify-center">
        {leaderboard.length > 0 ? (
          <>
            <ol className="grid p-2">
              {leaderboard.slice(0, maxLines).map((line, place) => (
                <Place key={line.user?.id ?? place} of={line} hasFace={faces.length === 0 || line.rank > 1} />
              ))}
            </ol>
            {receipt?.text && (
              <blockquote className="mx-4 mb-3 rounded-tile bg-tint px-4 py-3 leading-snug font-semibold wrap-anywhere">
                “{receipt.text}”
              </blockquote>
            )}
            <VotingComplete isCompact progress={votingProgress} results={paths.leaderboard(tripId, category.id)} />
          </>
        ) : votingProgress.isUncounted ? (
          <VotingComplete isCompact progress={votingProgress} />
        ) : (
          <div className="grid gap-1 p-4">
            <p className="text-soft">No votes yet</p>
            <TextLink to={paths.ballot(tripId)} className="w-fit">
              Vote Now
            </TextLink>
          </div>
        )}
      </div>
    </Card>
  );
}

/** A line of the leaderboard: the winners large, the others small. */
function Place({
  of: { user, voteCount, rank },
  hasFace,
}: {
  of: Award["leaderboard"][number];
  /** False if the face is the picture of the card. */
  hasFace: boolean;
}) {
  const isFirst = rank === 1;
  const votes = <span className="steady text-sm text-soft">{countWords(voteCount)}</span>;
  return (
    <li className="relative flex min-h-11 items-center gap-3 px-2 py-1">
      <MedalEmoji rank={rank} isSmall={!isFirst} />
      {hasFace && <NomineeAvatar user={user} size={isFirst ? "lg" : "sm"} />}
      <span className={cx("min-w-0 flex-1 leading-snug", isFirst ? "grid gap-1" : "flex items-baseline gap-3")}>
        <NomineeName
          user={user}
          className={cx(
            "after:absolute after:inset-0",
            isFirst ? "title line-clamp-2 text-2xl wrap-anywhere" : "min-w-0 flex-1 truncate font-semibold",
          )}
        />
        {isFirst ? (
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Chip look="spot">Winner</Chip>
            {votes}
          </span>
        ) : (
          votes
        )}
      </span>
    </li>
  );
}

const altOf = ({ caption, uploader }: LikedPhoto): string =>
  caption || (uploader ? `Photo by ${fullNameOf(uploader)}` : "Photo");
