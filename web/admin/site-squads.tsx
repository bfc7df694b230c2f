import { useInfiniteQuery } from "@tanstack/react-query";
import type { SquadOfSite } from "#contract/admin.ts";
import { formatCount, plural } from "#contract/locale.ts";
import { Section } from "../accounts/settings/account-section.tsx";
import { dateOf } from "../accounts/settings/account-words.ts";
import { formatBytes } from "../media/sizes.ts";
import { scenes } from "../scenes/scenes.ts";
import { AdminList, Line } from "./admin-list.tsx";
import { squadsOfSiteQuery } from "./queries.ts";

/** The squads of the site, those with the most bytes first. */
export const SiteSquads = () => (
  <Section title="Squads" text="Those that take the most room first. Recently deleted photos count too.">
    <AdminList
      list={useInfiniteQuery(squadsOfSiteQuery)}
      what="squads"
      empty={{ scene: scenes.camp, title: "No squads yet", text: "The first squad will show here with its photos." }}
    >
      {(squad) => (
        <Line
          key={squad.id}
          title={squad.name}
          text={wordsOf(squad)}
          action={<span className="steady font-semibold">{formatBytes(squad.bytes)}</span>}
        />
      )}
    </AdminList>
  </Section>
);

const wordsOf = ({ since, members, trips, photos }: SquadOfSite): string =>
  [
    `Here since ${dateOf(since)}`,
    plural(members, { one: `${members} member`, other: `${formatCount(members)} members` }),
    plural(trips, { one: `${trips} trip`, other: `${formatCount(trips)} trips` }),
    plural(photos, { one: `${photos} photo`, other: `${formatCount(photos)} photos` }),
  ].join(" · ");
