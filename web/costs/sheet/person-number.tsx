import { type ReactNode, useId } from "react";
import { cx } from "../../ui/class-names.ts";
import { controlLook } from "../../ui/field.tsx";
import { FaceMark, type FacePickProps } from "./face-pick.tsx";

/** Somebody who can be chosen, with a number of their own beside them. */
export function PersonNumber({
  person,
  name,
  label,
  isChosen,
  onChange,
  about,
  value,
  placeholder,
  error,
  part,
  onType,
}: Omit<FacePickProps, "type"> & {
  /** What the number is: "share", "amount". */
  about: string;
  value: string;
  placeholder: string;
  error: string | undefined;
  /** What it comes to. */
  part?: ReactNode;
  onType: (value: string) => void;
}) {
  const id = useId();
  return (
    <li className="grid gap-1">
      <div className="flex items-center gap-3">
        <label className="flex min-h-13 min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-tile has-focus-visible:outline-3 has-focus-visible:outline-focus">
          <input
            type="checkbox"
            name={name}
            className="sr-only"
            checked={isChosen}
            onChange={({ target }) => onChange(target.checked)}
          />
          <FaceMark person={person} isChosen={isChosen} />
          <span className={cx("min-w-0 flex-1 truncate font-semibold", !isChosen && "text-soft")}>
            <bdi>{label}</bdi>
          </span>
        </label>
        {isChosen && part !== undefined && <span className="steady shrink-0 text-sm text-soft">{part}</span>}
        {isChosen && (
          <input
            aria-label={`${label}: ${about}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            placeholder={placeholder}
            value={value}
            onChange={({ target }) => onType(target.value)}
            onFocus={({ target }) => target.select()}
            className={cx(controlLook, "steady w-28! text-right")}
          />
        )}
      </div>
      {error && (
        <p id={id} className="text-right text-sm font-semibold text-alarm">
          {error}
        </p>
      )}
    </li>
  );
}
