import "./reveal.css";
import { X } from "lucide-react";
import { useEffect } from "react";
import * as Radix from "@radix-ui/react-dialog";
import { ButtonLink, paths } from "../../core/link.tsx";
import { Button } from "../../ui/button.tsx";
import { type DialogState, dialogVeil } from "../../ui/dialog.tsx";
import { useReturnFocus } from "../../ui/return-focus.ts";
import type { Reveal } from "../queries.ts";
import { useReveal, wordsOf } from "./use-reveal.ts";
import type { LeaderboardEntry } from "#contract/awards.ts";
import type { Category } from "#contract/categories.ts";
import { CategoryBadge } from "../categories/category-badge.tsx";
import { paintOf } from "../categories/colors.ts";
import { countWords } from "../count-words.ts";
import { CategoryIcon } from "../categories/icons.tsx";
import { NomineeAvatar, nomineeName } from "../nominee.tsx";

/** The reveals of a queue, one after the other: drum roll, turning card, confetti. Escape shows the next. */
export function RevealDialog({
  queue,
  onSeen,
  onNext,
  open,
  onOpenChange,
}: DialogState & {
  readonly queue: readonly Reveal[];
  /** Receives the award whose card has turned. */
  readonly onSeen: (categoryId: string) => void;
  readonly onNext: () => void;
}) {
  const [reveal] = queue;
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open && reveal !== undefined} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogVeil} />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            if (queue.length < 2) return;
            event.preventDefault();
            onNext();
          }}
          className="fixed inset-0 z-50 grid animate-fade place-items-center overflow-y-auto p-5 outline-none"
        >
          {reveal && (
            <OneReveal
              key={reveal.categoryId}
              reveal={reveal}
              waiting={queue.length - 1}
              onSeen={onSeen}
              onNext={onNext}
              onClose={() => onOpenChange(false)}
            />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function OneReveal({
  reveal,
  waiting,
  onSeen,
  onNext,
  onClose,
}: {
  reveal: Reveal;
  waiting: number;
  onSeen: (categoryId: string) => void;
  onNext: () => void;
  onClose: () => void;
}) {
  const { category, winners, isOut, hasFailed } = useReveal(reveal);
  const { categoryId } = reveal;
  useEffect(() => {
    if (!isOut) return undefined;
    // Nobody sees a page in the background.
    const see = () => void (document.hidden || onSeen(categoryId));
    see();
    document.addEventListener("visibilitychange", see);
    return () => document.removeEventListener("visibilitychange", see);
  }, [isOut, onSeen, categoryId]);
  return (
    <div className="grid w-full max-w-sm gap-6">
      <Radix.Title className="sr-only">{category ? `The award: ${category.name}` : "An award is revealed"}</Radix.Title>
      <p aria-live="assertive" className="sr-only">
        {isOut ? wordsOf(category, winners, hasFailed) : "Drum roll..."}
      </p>
      <Radix.Close
        aria-label="Close"
        className="edge grid size-12 place-items-center justify-self-end rounded-full bg-card text-main hover:bg-tint"
      >
        <X aria-hidden="true" size={22} />
      </Radix.Close>
      <RevealCard category={category} winners={winners} isOut={isOut} hasFailed={hasFailed} />
      <div className="flex min-h-12 flex-wrap justify-center gap-3">
        {isOut && (
          <>
            <ButtonLink to={paths.leaderboard(reveal.tripId, reveal.categoryId)} onClick={onClose}>
              See the Leaderboard
            </ButtonLink>
            {waiting > 0 && (
              <Button look="primary" onClick={onNext}>
                Next ({waiting})
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

const face =
  "edge grid content-center justify-items-center gap-4 overflow-hidden rounded-card p-6 text-center shadow-stamp";

/** A card that turns over after the drum roll. Screen readers read the text beside it. */
function RevealCard({
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
