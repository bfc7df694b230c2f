import { useState } from "react";
import { cx } from "./class-names.ts";
import { useFaceColor } from "./face-colors.tsx";
import { firstLetterOf } from "./first-letter.ts";

/** The person that an avatar shows. */
export interface Face {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string | null;
}

const sizes = {
  sm: "size-8 text-xs",
  md: "size-11 text-[15px]",
  lg: "size-14 text-lg",
  xl: "size-28 text-4xl",
} as const;

/** The first characters of both names, in upper case. */
const initialsOf = ({ firstName, lastName }: Pick<Face, "firstName" | "lastName">): string =>
  [firstName, lastName]
    .map((name) => firstLetterOf(name.trim()))
    .join("")
    .toUpperCase();

export const fullNameOf = ({ firstName, lastName }: Pick<Face, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

/**
 * A person's picture, or their initials on a colour if there is no picture or it fails to load. Screen readers skip it,
 * because the name stands beside it. Where no name does, pass `named`.
 */
export function Avatar({
  person,
  size = "md",
  named = false,
  className,
}: {
  person: Face;
  size?: keyof typeof sizes;
  named?: boolean;
  className?: string;
}) {
  const [failed, setFailed] = useState<string>();
  const picture = person.profileImageUrl === failed ? null : person.profileImageUrl;
  return (
    <span
      {...(named ? { role: "img", "aria-label": fullNameOf(person) } : { "aria-hidden": true })}
      className={cx(
        "edge inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-display leading-none font-extrabold text-on-face",
        sizes[size],
        useFaceColor(person.id),
        className,
      )}
    >
      {picture ? (
        <img
          src={`${picture}${picture.includes("?") ? "&" : "?"}size=thumb`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(picture)}
          className="size-full object-cover"
        />
      ) : (
        initialsOf(person)
      )}
    </span>
  );
}
