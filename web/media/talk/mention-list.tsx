import type { Uploader } from "#contract/media-item.ts";
import { Avatar, fullNameOf } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The people who can be mentioned, above the text. The keyboard stays in the text. */
export const MentionList = ({
  id,
  people,
  active,
  choose,
}: {
  id: string;
  people: readonly Uploader[];
  active: number;
  choose: (person: Uploader) => void;
}) => (
  <div
    id={id}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take the keyboard from the text
    role="listbox"
    aria-label="People to mention"
    className="edge absolute inset-x-0 bottom-full z-10 mb-2 max-h-60 overflow-y-auto rounded-tile bg-card p-1 shadow-soft"
  >
    {people.map((person, index) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text has the keyboard
      <div
        key={person.id}
        id={optionId(id, index)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option needs a select
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        // The focus stays in the text.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => choose(person)}
        className={cx(
          "flex min-h-11 cursor-pointer items-center gap-3 rounded-tile px-2 py-1 font-semibold hover:bg-tint",
          index === active && "bg-tint",
        )}
      >
        <Avatar person={person} size="sm" />
        <span className="min-w-0 truncate">{fullNameOf(person)}</span>
      </div>
    ))}
  </div>
);
