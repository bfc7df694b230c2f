import { Check } from "lucide-react";
import type { PersonInBooks } from "#contract/costs.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { faceOf } from "../books/book-people.ts";

export interface FacePickProps {
  /** One of all, or as many as one likes. */
  readonly type: "radio" | "checkbox";
  readonly name: string;
  readonly person: PersonInBooks;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

/** A face to tap, without a name. The caller writes it beside or below. */
export const FaceMark = ({ person, isChosen }: Pick<FacePickProps, "person" | "isChosen">) => (
  <span className="relative">
    <Avatar
      person={faceOf(person)}
      className={cx(
        !isChosen && "border-field-line bg-card! text-soft! grayscale [&_img]:opacity-60",
        person.isExpected && "border-dashed",
      )}
    />
    {isChosen && (
      <span className="edge absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full bg-spot text-on-spot">
        <Check aria-hidden="true" size={12} strokeWidth={4} />
      </span>
    )}
  </span>
);

/** A face with its name, and with a part of the cost below. */
export const FacePick = ({
  type,
  name,
  person,
  label,
  isChosen,
  onChange,
  part,
}: FacePickProps & { part?: string | undefined }) => (
  <label className="grid w-18 shrink-0 cursor-pointer snap-start content-start justify-items-center gap-1 rounded-tile px-0.5 py-1.5 hover:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-focus">
    <input
      type={type}
      name={name}
      className="sr-only"
      checked={isChosen}
      onChange={({ target }) => onChange(target.checked)}
    />
    <FaceMark person={person} isChosen={isChosen} />
    <span
      dir="auto"
      className={cx("max-w-full truncate text-sm leading-tight font-semibold", !isChosen && "text-soft")}
    >
      {label}
    </span>
    {person.isExpected && <span className="sr-only">not here yet</span>}
    {part !== undefined && <span className="steady max-w-full text-[13px] leading-tight text-soft">{part}</span>}
  </label>
);
