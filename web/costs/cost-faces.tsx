import { listed } from "#contract/locale.ts";
import type { Books, Cost } from "#contract/costs.ts";
import { Avatar } from "../ui/avatar.tsx";
import { cx } from "../ui/class-names.ts";
import { faceOf } from "./books/book-people.ts";
import type { NameOf } from "./room-words.ts";

/** How many faces stand on a line of the list. */
const maxFaces = 6;

/** The faces of the people that a cost is for, with a number for those who have no room. Grey where the viewer is not among them. */
export function CostFaces({
  shares,
  people,
  nameOf,
  isMine,
}: Pick<Cost, "shares"> & { people: Books["people"]; nameOf: NameOf; isMine: boolean }) {
  const found = shares.flatMap(({ personId }) => people.find(({ id }) => id === personId) ?? []);
  const shown = found.length > maxFaces ? found.slice(0, maxFaces - 1) : found;
  const rest = found.length - shown.length;
  const names = shown.map(({ id }) => nameOf(id));
  return (
    <span className={cx("flex -space-x-2", !isMine && "opacity-60 grayscale")}>
      <span className="sr-only">For {listed(rest > 0 ? [...names, `${rest} more`] : names)}</span>
      {shown.map((one) => (
        <Avatar key={one.id} person={faceOf(one)} size="sm" />
      ))}
      {rest > 0 && (
        <span
          aria-hidden="true"
          className="edge steady inline-grid size-8 place-items-center rounded-full bg-card text-xs font-extrabold"
        >
          +{rest}
        </span>
      )}
    </span>
  );
}
