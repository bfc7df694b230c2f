import "./reactions.css";
import type { CSSProperties } from "react";
import { type Reaction, reactions } from "#contract/nights.ts";
import { useOnline } from "../../../ui/use-online.ts";
import type { Float } from "./use-reactions.ts";
import applause from "./emoji/applause.svg";
import fire from "./emoji/fire.svg";
import laughing from "./emoji/laughing.svg";
import love from "./emoji/love.svg";
import party from "./emoji/party.svg";
import wow from "./emoji/wow.svg";

/** The six buttons below the show. They do nothing without a connection. */
export function ReactionButtons({ onReact }: { onReact: (emoji: Reaction) => void }) {
  const isOnline = useOnline();
  return (
    <fieldset aria-label="Reactions" className="edge flex rounded-full bg-card px-1">
      {reactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={reactionNames[emoji]}
          // Not `disabled`, which would take the focus out of the show and with it the keys that turn its cards.
          aria-disabled={!isOnline}
          onClick={() => isOnline && onReact(emoji)}
          className="grid size-11 place-items-center rounded-full text-[1.7rem] transition-transform hover:bg-tint active:scale-90 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:grayscale"
        >
          <Emoji of={emoji} />
        </button>
      ))}
    </fieldset>
  );
}

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

/** Names of the reactions, for buttons and screen readers. */
const reactionNames: Readonly<Record<Reaction, string>> = {
  "👏": "Applause",
  "😂": "Laughing",
  "😮": "Wow",
  "❤️": "Love",
  "🔥": "Fire",
  "🥳": "Party",
};

const pictures: Readonly<Record<Reaction, string>> = {
  "👏": applause,
  "😂": laughing,
  "😮": wow,
  "❤️": love,
  "🔥": fire,
  "🥳": party,
};

/** The picture of a reaction, because some systems have no font with emoji. Decoration: its name stands on the button. */
const Emoji = ({ of }: { of: Reaction }) => <img src={pictures[of]} alt="" draggable={false} className="size-[1em]" />;
