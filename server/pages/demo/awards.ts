import type { icons } from "#contract/award-look.ts";
import type { colors } from "#contract/categories.ts";
import { type FriendName, friendNames } from "./friends.ts";

/** `me` is the user whose demo it is. */
export type Nominee = FriendName | "me";

export interface DemoAward {
  readonly name: string;
  readonly description: string;
  readonly icon: (typeof icons)[number];
  readonly color: (typeof colors)[number];
  /** The nominee of each friend's vote, in the order of `friends`. */
  readonly votes: readonly Nominee[];
  /** It waits for the user's ballot, and comes out at the Awards Night. The others are known. */
  readonly isOpen: boolean;
  /** What proves the winner at the Awards Night: a photo of the demo by its name, or a line. Only of open awards. */
  readonly proof?: { readonly photo: string } | { readonly text: string };
}

const award = (
  name: string,
  description: string,
  icon: string,
  color: DemoAward["color"],
  votes: string,
  isOpen = false,
): Omit<DemoAward, "proof"> => ({
  name,
  description,
  icon: `fas fa-${icon}` as DemoAward["icon"],
  color,
  votes: votes.split(" ") as Nominee[],
  isOpen,
});

/** Ten awards: three are known, and seven wait for one more ballot. */
export const awards: readonly DemoAward[] = [
  award("Best Dawn Patrol", "In the water before the kettle boiled", "anchor", "black", "Rosa Lupe Rosa Kai Rosa"),
  award("Heart of the Crew", "Who held it all together", "heart", "pink", "Lupe Jonas Lupe me Jonas"),
  award("Catch of the Day", "Fish, or excuse for not having one", "fish", "brown", "Tomo Jonas Tomo Tomo Kai"),
  {
    ...award("Best Wipeout", "Most spectacular, least injured", "water", "blue", "Jonas Jonas Kai Jonas Kai", true),
    proof: { text: "First the board came up. Then, much later, Jonas." },
  },
  {
    ...award(
      "Wave of the Trip",
      "The one everybody still talks about",
      "trophy",
      "yellow",
      "Rosa Kai Kai Kai Rosa",
      true,
    ),
    proof: { photo: "barrel" },
  },
  {
    ...award(
      "Camp Chef",
      "One oven, one pan, six hungry people",
      "fire",
      "orange",
      "Jonas Jonas Rosa Jonas Jonas",
      true,
    ),
    proof: { photo: "sardines" },
  },
  award("Sunburn of the Week", "Medium rare or well done", "sun", "red", "Jonas Tomo Tomo Jonas Jonas", true),
  {
    ...award("Best Shot", "The photo that goes on the wall", "camera", "purple", "Lupe Lupe Tomo Rosa Lupe", true),
    proof: { photo: "milky-way" },
  },
  {
    ...award("Loudest Laugh", "Heard from the line-up", "laugh", "pink", "Lupe Kai Lupe Rosa Lupe", true),
    proof: { text: "They heard it in Sagres." },
  },
  award("Newest Legend", "Came for the weekend, stayed in the stories", "star", "green", "me me Tomo me Rosa", true),
];

export const votersOf = ({ votes }: DemoAward): readonly (readonly [FriendName, Nominee])[] =>
  friendNames.map((voter, i) => [voter, votes[i]!]);
