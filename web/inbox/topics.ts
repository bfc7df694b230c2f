import {
  Clapperboard,
  Coins,
  Heart,
  Image,
  type LucideIcon,
  Mail,
  Map,
  MessageCircle,
  Trophy,
  UserPlus,
} from "lucide-react";
import type { Topic } from "#contract/inbox.ts";

interface TopicWords {
  readonly name: string;
  readonly icon: LucideIcon;
}

/** The topics of the inbox, in the order in which people choose among them. */
export const topicWords: Readonly<Record<Topic, TopicWords>> = {
  photos: { name: "Photos and videos", icon: Image },
  likes: { name: "Hearts and reactions", icon: Heart },
  comments: { name: "Comments and mentions", icon: MessageCircle },
  people: { name: "Who joins", icon: UserPlus },
  trips: { name: "Trips and crews", icon: Map },
  awards: { name: "Awards and results", icon: Trophy },
  nights: { name: "Awards Nights", icon: Clapperboard },
  costs: { name: "Costs and payments", icon: Coins },
  mail: { name: "Mails that did not arrive", icon: Mail },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record has no other keys
export const topicList = Object.keys(topicWords) as readonly Topic[];
