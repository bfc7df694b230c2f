import "../show/show.css";
import "./tv.css";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Delete } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { tvAlphabet, tvCodeLength } from "#contract/tv.ts";
import { api, sentenceOf } from "../../../core/api.ts";
import { Swell } from "../show/card-player.tsx";
import { tvQuery } from "./queries.ts";

/** How many keys stand in a row. */
const keysInRow = 8;
const keys = tvAlphabet.split("");

const clean = (typed: string) =>
  typed
    .toUpperCase()
    .split("")
    .filter((character) => tvAlphabet.includes(character))
    .join("")
    .slice(0, tvCodeLength);

/** Asks for the code of a show: by keyboard, by paste, or with the arrows of a remote control on keys that the screen shows. */
export function CodeEntry({ wasOn }: { wasOn: boolean }) {
  const client = useQueryClient();
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const open = useMutation({
    mutationFn: (whole: string) => api("POST /api/tv", { body: { code: whole } }),
    onSuccess: (page) => {
      // Only right after a press do browsers allow it.
      document.documentElement.requestFullscreen?.().catch(() => undefined);
      client.setQueryData(tvQuery.queryKey, page);
    },
    onError: () => setCode(""),
  });
  const type = (next: string) => {
    const typed = clean(next);
    setCode(typed);
    if (typed !== "") open.reset();
    if (typed.length === tvCodeLength && !open.isPending) open.mutate(typed);
  };
  useEffect(() => field.current?.focus(), []);

  const moveOnKeys = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll("button")];
    const here = all.findIndex((key) => key === document.activeElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -keysInRow,
      ArrowDown: keysInRow,
    };
    const step = steps[event.key];
    if (here >= 0 && event.key === "Backspace") return type(code.slice(0, -1));
    if (here >= 0 && event.key.length === 1 && event.key !== " ") return type(code + event.key);
    if (step === undefined) return undefined;
    event.preventDefault();
    if (here < 0 || here + step < 0) return field.current?.focus();
    return all[Math.min(here + step, all.length - 1)]?.focus();
  };

  return (
    <div className="show" data-tv>
      <div className="show-room">
        <Swell />
        <div className="show-card show-code">
          <h1 className="show-line">{wasOn ? "The show is over. Type another code?" : "Awards Night on this TV"}</h1>
          <label className="show-boxes">
            <span className="sr-only">Code</span>
            <input
              ref={field}
              value={code}
              onChange={(event) => type(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "ArrowDown") document.querySelector<HTMLElement>(".show-keys button")?.focus();
              }}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              inputMode="none"
              aria-describedby="tv-code-hint"
            />
            {Array.from({ length: tvCodeLength }, (_, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- the boxes stand in a fixed order
              <span key={i} aria-hidden="true" data-next={i === code.length || undefined}>
                {code[i]}
              </span>
            ))}
          </label>
          <p id="tv-code-hint" role={open.isError ? "alert" : undefined} className="show-line show-hint">
            {open.isError
              ? sentenceOf(open.error)
              : open.isPending
                ? "Opening..."
                : "The host finds the code at “Show on a TV”."}
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between its buttons */}
          <fieldset aria-label="Keys" className="show-keys" onKeyDown={moveOnKeys}>
            {keys.map((key) => (
              <button key={key} type="button" onClick={() => type(code + key)}>
                {key}
              </button>
            ))}
            <button type="button" aria-label="Delete the last character" onClick={() => type(code.slice(0, -1))}>
              <Delete aria-hidden="true" />
            </button>
          </fieldset>
        </div>
      </div>
    </div>
  );
}
