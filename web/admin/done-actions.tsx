import { useInfiniteQuery } from "@tanstack/react-query";
import { Section } from "../accounts/settings/account-section.tsx";
import { scenes } from "../scenes/scenes.ts";
import { actionWords } from "./action-words.ts";
import { AdminList, Line, Time } from "./admin-list.tsx";
import { doneActionsQuery } from "./queries.ts";

/** What site admins did. */
export const DoneActions = () => (
  <Section
    title="What site admins did"
    text="All actions are written down. Whom one concerns sees it on their account page."
  >
    <AdminList
      list={useInfiniteQuery(doneActionsQuery)}
      what="actions"
      empty={{ scene: scenes.camp, title: "Nothing yet", text: "What you do here will be written down here." }}
    >
      {(action) => <Line key={action.id} title={actionWords(action)} text={<Time at={action.at} />} />}
    </AdminList>
  </Section>
);
