import { useEffect, useRef, useState } from "react";
import { TextLink, navigate, paths, useQueryString } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { InputField } from "../ui/input-field.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { EmptyState } from "../ui/states.tsx";
import { FoundSquads } from "./found-squads.tsx";
import { TileSkeletons } from "./tile-skeletons.tsx";

/** The time from the last keystroke to the search. */
const pauseMs = 250;

/** Searches public squads by name or description; the address keeps the query. */
export function FindSquadPage() {
  usePageTitle("Find a Squad");
  const asked = (new URLSearchParams(useQueryString()).get("q") ?? "").trim();
  const [text, setText] = useState(asked);
  const [shown, setShown] = useState(asked);
  if (asked !== shown) {
    setShown(asked);
    // A link, Back or Forward changed the query; a search from this page has it in `text` already.
    if (asked !== text.trim()) setText(asked);
  }
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (wanted: string) => {
    clearTimeout(timer.current);
    const q = wanted.trim();
    if (q !== asked) navigate(q === "" ? paths.findSquad : paths.squadsFound(q), { replace: true });
  };
  const typed = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => ask(next), pauseMs);
  };

  return (
    <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
      <PageHeader
        title="Find a Squad"
        text="Public squads that welcome new faces."
        above={
          <TextLink to={paths.home} className="inline-flex min-h-11 items-center justify-self-start">
            ← Back to Home
          </TextLink>
        }
      />
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            ask(text);
          }}
        >
          <InputField
            label="Search squads"
            type="search"
            placeholder="Name or description"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={100}
            value={text}
            onChange={(event) => typed(event.target.value)}
            className="max-w-xl"
          />
        </form>
      </search>
      <Results text={text.trim()} asked={asked} />
    </div>
  );
}

function Results({ text, asked }: { text: string; asked: string }) {
  if (text === "")
    return (
      <EmptyState
        art={<SceneSticker src={scenes.lighthouse} />}
        title="Who are you looking for?"
        text="Type a squad's name, or a word from its description."
      />
    );
  if (text !== asked) return <TileSkeletons label="Searching..." />;
  return <FoundSquads q={asked} />;
}
