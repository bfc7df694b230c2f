import { useInfiniteQuery } from "@tanstack/react-query";
import { Section } from "../accounts/settings/account-section.tsx";
import { scenes } from "../scenes/scenes.ts";
import { AdminList, Line, Time } from "./admin-list.tsx";
import { securityQuery } from "./queries.ts";

/** The last lines of the security log. */
export const SecurityLines = () => (
  <Section
    title="Security log"
    text="The last lines, of a week at most, without network addresses. The log on the server has them all."
  >
    <AdminList
      list={useInfiniteQuery(securityQuery)}
      what="lines"
      empty={{ scene: scenes.reef, title: "All quiet", text: "Nothing that matters to security happened this week." }}
    >
      {({ id, at, says, person, fields }) => (
        <Line
          key={id}
          title={person ? `${says}: ${person.name}` : says}
          text={
            <>
              <Time at={at} />
              {fields.map(({ name, value }) => (
                <span key={name}>
                  {" "}
                  · {name} {value}
                </span>
              ))}
            </>
          }
        />
      )}
    </AdminList>
  </Section>
);
