import type { Reaction } from "#contract/nights.ts";
import applause from "./emoji/applause.svg";
import fire from "./emoji/fire.svg";
import laughing from "./emoji/laughing.svg";
import love from "./emoji/love.svg";
import party from "./emoji/party.svg";
import wow from "./emoji/wow.svg";

/** Names of the reactions, for buttons and screen readers. */
export const reactionNames: Readonly<Record<Reaction, string>> = {
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
export const Emoji = ({ of }: { of: Reaction }) => (
  <img src={pictures[of]} alt="" draggable={false} className="size-[1em]" />
);
