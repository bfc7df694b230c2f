import "./reactions.css";
import type { CSSProperties } from "react";
import { type Reaction, reactions } from "#contract/nights.ts";
import { Emoji, reactionNames } from "./emoji.tsx";
import type { Float } from "./use-reactions.ts";

/** The six buttons below the show. */
export const ReactionButtons = ({ onReact }: { onReact: (emoji: Reaction) => void }) => (
  <fieldset aria-label="Reactions" className="edge flex rounded-full bg-card px-1">
    {reactions.map((emoji) => (
      <button
        key={emoji}
        type="button"
        aria-label={reactionNames[emoji]}
        onClick={() => onReact(emoji)}
        className="grid size-11 place-items-center rounded-full text-[1.7rem] transition-transform hover:bg-tint active:scale-90"
      >
        <Emoji of={emoji} />
      </button>
    ))}
  </fieldset>
);

/** The emoji that rise over the show, or with reduced motion a count of each. */
export const Floats = ({
  floats,
  counts,
}: {
  floats: readonly Float[];
  counts: Readonly<Partial<Record<Reaction, number>>>;
}) => (
  <div aria-hidden="true" className="show-floats">
    {floats.map(({ id, emoji, lane }) => (
      <span key={id} style={{ "--lane": lane } as CSSProperties}>
        <Emoji of={emoji} />
      </span>
    ))}
    <p className="show-counts">
      {reactions.map((emoji) =>
        counts[emoji] === undefined ? null : (
          <b key={emoji}>
            <Emoji of={emoji} /> {counts[emoji]}
          </b>
        ),
      )}
    </p>
  </div>
);
