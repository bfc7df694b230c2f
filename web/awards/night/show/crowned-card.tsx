import type { NightCard } from "#contract/nights.ts";
import { paintOf } from "../../categories/colors.ts";
import { CategoryIcon } from "../../categories/icons.tsx";
import { NomineeAvatar } from "../../nominee.tsx";
import { Lines, lineAt } from "./lines.tsx";
import { at, fit } from "./timing.ts";
import { crownedNames } from "./words.ts";

/** How many of an award's winners show their faces; the others have their names. */
const maxFaces = 2;

/** The awards that came out before the night was planned, each in one line with its winners. */
export const CrownedCard = ({ awards }: Pick<Extract<NightCard, { kind: "crowned" }>, "awards">) => (
  <div className="show-final" style={{ color: paintOf("yellow").color }}>
    <h2 className="show-poster show-rise" style={at(200, fit("Already crowned"))}>
      Already crowned
    </h2>
    <Lines count={awards.length}>
      {awards.map(({ category, winners }, i) => (
        <li key={category.id} className="show-rise" style={at(lineAt(i))}>
          <span className="show-badge" style={paintOf(category.color)}>
            <CategoryIcon icon={category.icon} />
          </span>
          <span className="show-entry">
            <b>{category.name}</b>
            <span>{crownedNames(winners)}</span>
          </span>
          {winners.slice(0, maxFaces).map((person, face) => (
            <NomineeAvatar key={person?.id ?? face} user={person} size="md" className="show-face" />
          ))}
        </li>
      ))}
    </Lines>
  </div>
);
