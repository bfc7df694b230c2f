import "../show/show.css";
import "./tv.css";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { TvPage } from "#contract/tv.ts";
import { stayAwake } from "../../../media/stay-awake.ts";
import { CrewColors } from "../../../ui/face-colors.tsx";
import { serverNow, useServerClock } from "../show/clock.ts";
import { Floats } from "../show/reactions.tsx";
import { CardPlayer } from "../show/card-player.tsx";
import { useCardFetches } from "../show/use-moves.ts";
import { useFloats } from "../show/use-reactions.ts";
import { fetchTv, useTvLive } from "./queries.ts";
import { TvWaiting } from "./tv-waiting.tsx";

/** The pointer disappears after this time without a movement. */
const pointerMs = 3000;

/** The night on a TV: the time before the show, and the show. Nothing on it can be pressed. */
export function TvScreen({ page }: { page: TvPage }) {
  const client = useQueryClient();
  const isReady = useServerClock();
  const isPointing = usePointer();
  const { floats, counts, float } = useFloats();
  useTvLive(float);
  useEffect(() => {
    stayAwake("show", true);
    return () => stayAwake("show", false);
  }, []);
  const { show } = page.night;
  useCardFetches(show ?? { cardAt: page.night.startsAt, movesByItself: false, isLast: false }, true, () =>
    fetchTv(client),
  );
  return (
    <div className={isPointing ? "show" : "show cursor-none"} data-tv>
      <CrewColors crew={page.crew.map(({ id }) => ({ userId: id }))}>
        {show && isReady ? (
          <>
            <h1 className="sr-only">Awards Night · {page.trip.name}</h1>
            <CardPlayer
              showing={{ position: show.position, cardAt: Date.parse(show.cardAt), card: show.card }}
              trip={page.trip}
              now={serverNow}
            />
            <Floats floats={floats} counts={counts} />
          </>
        ) : (
          <TvWaiting page={page} />
        )}
      </CrewColors>
    </div>
  );
}

/** False once the pointer has stood still. */
function usePointer(): boolean {
  const [isPointing, setPointing] = useState(true);
  useEffect(() => {
    let timer = 0;
    const wake = () => {
      setPointing(true);
      clearTimeout(timer);
      timer = window.setTimeout(() => setPointing(false), pointerMs);
    };
    wake();
    addEventListener("pointermove", wake);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointermove", wake);
    };
  }, []);
  return isPointing;
}
