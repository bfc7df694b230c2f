import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { PersonOfSite } from "#contract/admin.ts";
import { formatCount, plural } from "#contract/locale.ts";
import { api } from "../core/api.ts";
import { useSearchParams } from "../core/link.tsx";
import { useMe } from "../core/viewer.ts";
import { Section } from "../accounts/settings/account-section.tsx";
import { agoOf, dateOf } from "../accounts/settings/account-words.ts";
import { formatBytes } from "../media/sizes.ts";
import { scenes } from "../scenes/scenes.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { InputField } from "../ui/input-field.tsx";
import { AdminList, Line } from "./admin-list.tsx";
import { LogOutDialog } from "./log-out-dialog.tsx";
import { peopleQuery } from "./queries.ts";

/** The people of the site, with a search by name, and a button that logs one out everywhere. */
export function SitePeople() {
  const me = useMe();
  const [search] = useSearchParams();
  const asked = search.get("q") ?? "";
  const list = useInfiniteQuery(peopleQuery(asked));
  const [leaving, setLeaving] = useState<PersonOfSite>();
  return (
    <Section title="People" text="The newest first. You see no address, and none of what they share.">
      <Search asked={asked} />
      <AdminList
        list={list}
        what="people"
        empty={{
          scene: scenes.reef,
          title: asked === "" ? "Nobody is here yet" : `Nobody is called “${asked}”`,
          text:
            asked === "" ? "The first people will show here." : "The search looks at how a first or last name begins.",
        }}
      >
        {(person) => (
          <Line
            key={person.id}
            title={
              <>
                {person.name}
                {person.isSeat && <Chip>Seat</Chip>}
                {person.id === me.id && <Chip>You</Chip>}
              </>
            }
            text={wordsOf(person)}
            action={
              !person.isSeat && (
                <Button size="sm" aria-label={`Log Out Everywhere: ${person.name}`} onClick={() => setLeaving(person)}>
                  Log Out Everywhere
                </Button>
              )
            }
          />
        )}
      </AdminList>
      <LogOutDialog
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        name={leaving?.name ?? "them"}
        onConfirm={() => api("POST /api/admin/people/:id/end-sessions", { params: { id: leaving!.id } })}
      />
    </Section>
  );
}

const wordsOf = ({ since, lastSeenAt, squads, photos, bytes }: PersonOfSite): string =>
  [
    `Here since ${dateOf(since)}`,
    lastSeenAt === null ? "logged in nowhere" : `last seen ${agoOf(lastSeenAt)}`,
    plural(squads, { one: `${squads} squad`, other: `${formatCount(squads)} squads` }),
    plural(photos, { one: `${photos} photo`, other: `${formatCount(photos)} photos` }),
    formatBytes(bytes),
  ].join(" · ");

/** The time from the last keystroke to the search. */
const pauseMs = 250;

/** The field of the search. The address keeps what is searched for. */
function Search({ asked }: { asked: string }) {
  const [, setSearch] = useSearchParams();
  const [text, setText] = useState(asked);
  const [shown, setShown] = useState(asked);
  if (asked !== shown) {
    setShown(asked);
    // Back or Forward changed the query; a search from this page has it in `text` already.
    if (asked !== text.trim()) setText(asked);
  }
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (wanted: string) => {
    clearTimeout(timer.current);
    const q = wanted.trim();
    if (q !== asked) setSearch(() => new URLSearchParams({ tab: "people", ...(q !== "" && { q }) }), { replace: true });
  };
  return (
    <search className="w-full">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(text);
        }}
      >
        <InputField
          label="Search people"
          type="search"
          placeholder="First or last name"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={60}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            clearTimeout(timer.current);
            timer.current = window.setTimeout(ask, pauseMs, target.value);
          }}
          className="max-w-xl"
        />
      </form>
    </search>
  );
}
