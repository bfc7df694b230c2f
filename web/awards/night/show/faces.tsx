import "./cards.css";
import type { NightCard } from "#contract/nights.ts";
import { cx } from "../../../ui/class-names.ts";
import { NomineeAvatar, nomineeName } from "../../nominee.tsx";
import { paintOf } from "../../categories/colors.ts";
import { CategoryIcon } from "../../categories/icons.tsx";
import { at, fit } from "./timing.ts";

type Winner = Extract<NightCard, { kind: "place" }>["winners"][number];

/** Faces come one by one, but all are there after this time. */
const maxSpreadMs = 1500;
const stepFor = (count: number) => Math.min(110, maxSpreadMs / Math.max(1, count));

/** How many faces the opening shows. */
const maxFaces = 24;

/** The faces of a crew in one crowd. In a waiting room those who are not `here` are grey. */
export function Faces({
  people,
  start,
  here,
}: {
  people: readonly Winner[];
  start: number;
  here?: ReadonlyMap<string, unknown>;
}) {
  const step = stepFor(people.length);
  const more = people.length - maxFaces;
  return (
    <p className="show-faces" data-many={people.length > 8 || undefined}>
      {people.slice(0, maxFaces).map((person, i) => (
        <span key={person?.id ?? i} className="show-pop" style={at(start + i * step)}>
          <NomineeAvatar
            user={person}
            size="lg"
            className={cx("show-face", here && (here.has(person?.id ?? "") ? "show-here" : "show-away"))}
          />
        </span>
      ))}
      {more > 0 && (
        <span className="show-pop show-chip bg-card text-main" style={at(start + maxFaces * step)}>
          +{more}
        </span>
      )}
    </p>
  );
}

/** People with their names: a few in poster type, a larger tie as a wall of small faces. */
export function NamedFaces({ people, start }: { people: readonly Winner[]; start: number }) {
  const step = stepFor(people.length);
  const size = people.length === 1 ? "one" : people.length <= 3 ? "few" : people.length <= 9 ? "some" : "many";
  return (
    <ul className="show-people" data-size={size}>
      {people.map((person, i) => (
        <li key={person?.id ?? i}>
          <span className="show-pop" style={at(start + i * step)}>
            <NomineeAvatar user={person} size="xl" className="show-face" />
          </span>
          <b className="show-rise show-name" style={at(start + 150 + i * step, fit(nomineeName(person)))}>
            {nomineeName(person)}
          </b>
        </li>
      ))}
    </ul>
  );
}

/** The name of an award with its icon, above the cards of its places. On the sky of a winner, which has its colour, it `isPlain`. */
export const AwardName = ({
  category,
  isPlain = false,
}: {
  category: { readonly name: string; readonly icon: string; readonly color: string };
  isPlain?: boolean;
}) => (
  <p
    className={cx("show-chip show-kicker", isPlain && "bg-card text-main")}
    style={isPlain ? undefined : paintOf(category.color)}
  >
    <CategoryIcon icon={category.icon} />
    <span>{category.name}</span>
  </p>
);
