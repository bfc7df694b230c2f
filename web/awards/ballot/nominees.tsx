import { Crown } from "lucide-react";
import { Fragment, type ReactNode, useId, useState } from "react";
import type { TripMember } from "#contract/trips.ts";
import { findPeople } from "../../trips/find-people.ts";
import { Avatar, fullNameOf } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { near } from "../../ui/near.tsx";
import { shortNames } from "../../ui/short-names.ts";

/** Without it, the list can be scrolled. */
const FindSomeone = near(async () => (await import("../../trips/find-someone.tsx")).FindSomeone);

/** A larger crew gets a search box. */
const many = 15;

/** Whether a crew is so large that two of it stand in a row on a phone, by their first names. On wider screens two always do. */
export const isPaired = (crew: readonly TripMember[]): boolean => crew.length >= 5;

/** The crew as choices of a vote. A click or arrow key picks a row; picking it again clears the choice. */
export function Nominees({
  name,
  crew,
  champions,
  chosen,
  disabled,
  onChoose,
  proofOf,
}: {
  /** The name of the award. */
  name: string;
  crew: readonly TripMember[];
  /** The ids of last time's winners. */
  champions: readonly string[];
  chosen: string | null;
  disabled: boolean;
  onChoose: (userId: string | null) => void;
  /** Stands below a nominee, in a grid of one or two columns. */
  proofOf?: ((member: TripMember) => ReactNode) | undefined;
}) {
  const group = useId();
  const [words, setWords] = useState("");
  const found = findPeople(crew, words);
  const hasPairs = isPaired(crew);
  const shortName = shortNames(crew.map(({ user }) => user));
  // Screen readers have the words that a narrow row has no room for.
  const wide = cx(hasPairs && "max-sm:sr-only");
  return (
    <fieldset>
      <legend className="sr-only">{name}: who gets it?</legend>
      {crew.length > many && (
        // As high as the search box.
        <div className="min-h-[98px] px-4 py-3">
          <FindSomeone words={words} onChange={setWords} />
        </div>
      )}
      <output className="block px-4 pb-4 text-soft empty:hidden">
        {found.length === 0 && crew.length > 0 && "Nobody of that name is on the crew."}
        {crew.length === 0 && "Nobody is up for this award."}
      </output>
      <div
        className={cx(
          // Dense, so that a second nominee stands beside the first, and the proof for either below both.
          "grid grid-flow-row-dense",
          hasPairs ? "grid-cols-2" : "grid-cols-1 sm:grid-cols-2",
          (!proofOf || crew.length > many) && "max-h-[28rem] overflow-y-auto",
        )}
      >
        {found.map((member) => {
          const { userId, user } = member;
          return (
            <Fragment key={userId}>
              <label
                className={cx(
                  "group relative flex min-h-14 items-center gap-3 border-t border-line px-4 py-2 font-semibold -outline-offset-4 has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-focus has-enabled:hover:bg-tint has-disabled:cursor-default",
                  hasPairs && "max-sm:gap-2 max-sm:px-2.5",
                )}
              >
                <Avatar person={user} className={cx(hasPairs && "max-[22rem]:size-8")} />
                <span className="grid min-w-0 flex-1">
                  {hasPairs && (
                    <span aria-hidden="true" className="truncate sm:hidden">
                      {shortName(user)}
                    </span>
                  )}
                  <span className={cx("truncate", wide)}>{fullNameOf(user)}</span>
                  {champions.includes(userId) && (
                    <span className="flex items-center gap-1 text-[13px] leading-tight font-bold">
                      <Crown aria-hidden="true" size={14} />
                      <span className={wide}>Reigning champion</span>
                    </span>
                  )}
                </span>
                <input
                  type="radio"
                  name={group}
                  disabled={disabled}
                  checked={chosen === userId}
                  onChange={() => onChoose(userId)}
                  onClick={() => chosen === userId && onChoose(null)}
                  // The space bar does not click a checked radio button.
                  onKeyDown={(event) => {
                    if (event.key !== " " || chosen !== userId) return;
                    event.preventDefault();
                    onChoose(null);
                  }}
                  className="peer sr-only"
                />
                <span
                  aria-hidden="true"
                  className="edge grid size-6 shrink-0 place-items-center rounded-full peer-checked:bg-spot after:size-3 after:rounded-full peer-checked:after:bg-on-spot peer-disabled:opacity-50"
                />
              </label>
              {proofOf?.(member)}
            </Fragment>
          );
        })}
      </div>
    </fieldset>
  );
}
