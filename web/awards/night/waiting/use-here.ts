import { useCallback, useEffect, useRef, useState } from "react";
import { plural } from "#contract/locale.ts";
import { api } from "../../../core/api.ts";
import { useLive } from "../../../core/use-live.ts";
import { page } from "../../../ui/page.ts";
import { type Here, exchangeSigns, stillHere } from "./signs.ts";

/** How often a page looks whose sign is too long ago. */
const lookMs = 3000;

/** Who is here by the signs that `see` gets; nobody at first. */
export function useHere(): { readonly here: Here; readonly see: (person: string) => void } {
  const [here, setHere] = useState<Here>(() => new Map());
  const see = useCallback((person: string) => setHere((before) => new Map(before).set(person, Date.now())), []);
  useEffect(() => {
    const timer = setInterval(() => setHere((before) => stillHere(before, Date.now())), lookMs);
    return () => clearInterval(timer);
  }, []);
  return { here, see };
}

/** Tells the other pages of a night that the viewer waits for its show, as long as this page is in sight, and returns who else does. */
export function useWaiting(tripId: string): Here {
  const { here, see } = useHere();
  const signs = useRef<ReturnType<typeof exchangeSigns>>(undefined);
  useEffect(() => {
    const own = exchangeSigns(page.person, (asks) => {
      if (document.hidden || !navigator.onLine) return;
      // A sign that does not arrive comes again.
      api("POST /api/trips/:id/night/here", { params: { id: tripId }, body: { asks } }).catch(() => undefined);
    });
    signs.current = own;
    const wake = () => document.hidden || own.ask();
    own.ask();
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    return () => {
      own.end();
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
    };
  }, [tripId]);
  useLive("here", ({ id, person, asks }) => {
    if (id !== tripId || person === undefined) return;
    see(person);
    signs.current?.hear(person, asks === true);
  });
  return here;
}

/** "5 of 6 are here" */
export function hereWords(crew: readonly string[], here: Here): string {
  const count = crew.filter((id) => here.has(id)).length;
  return plural(count, {
    one: `${count} of ${crew.length} is here`,
    other: `${count} of ${crew.length} are here`,
  });
}
