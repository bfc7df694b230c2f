import "../show/show.css";
import "./tv.css";
import { useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import type { TvPage } from "#contract/tv.ts";
import { stayAwake } from "../../../media/stay-awake.ts";
import { CrewColors } from "../../../ui/face-colors.tsx";
import { serverNow, useServerClock } from "../show/clock.ts";
import { Floats } from "../show/reactions.tsx";
import { CardPlayer, Swell } from "../show/card-player.tsx";
import { useCardFetches } from "../show/use-moves.ts";
import { useFloats } from "../show/use-reactions.ts";
import { fetchTv, useTvLive } from "./queries.ts";
import { QrCode } from "../../../ui/qr-code.tsx";
import { CardSky } from "../show/card-skies.tsx";
import { Faces } from "../show/faces.tsx";
import { fit } from "../show/timing.ts";
import { useFit } from "../show/use-fit.ts";
import type { Here } from "../waiting/signs.ts";
import { hereWords, useHere } from "../waiting/use-here.ts";
import { countdownWords } from "./countdown-words.ts";

/** The pointer disappears after this time without a movement. */
const pointerMs = 3000;

/** The night on a TV: the time before the show, and the show. Nothing on it can be pressed. */
export function TvScreen({ page }: { page: TvPage }) {
  const client = useQueryClient();
  const isReady = useServerClock();
  const isPointing = usePointer();
  const { floats, counts, float } = useFloats();
  const { here, see } = useHere();
  useTvLive(float, see);
  useEffect(() => {
    stayAwake("show", true);
    return () => stayAwake("show", false);
  }, []);
  const { show } = page.night;
  useCardFetches(show ?? { cardAt: page.night.startsAt ?? "", movesByItself: false, isLast: false }, true, () =>
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
          <TvWaiting page={page} here={here} />
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

/** The time before the show: countdown, crew and who of it is here, and the QR code that brings phones in. */
function TvWaiting({ page: { trip, night, crew }, here }: { page: TvPage; here: Here }) {
  const place = useRef<HTMLDivElement>(null);
  useFit(place);
  const address = `${location.origin}/trips/${trip.id}/night`;
  return (
    <div className="show-room">
      <div className="show-sky" style={{ "--shift": "0ms" } as CSSProperties}>
        <CardSky card={{ kind: "title", crew: [], awardCount: 0 }} trip={trip} />
      </div>
      <Swell />
      <div ref={place} className="show-card show-waiting" style={{ "--shift": "0ms" } as CSSProperties}>
        <div className="show-opening">
          <p className="show-chip bg-spot text-on-spot">Awards Night</p>
          <h1 className="show-poster" style={fit(trip.name)}>
            {trip.name}
          </h1>
          <Countdown night={night} />
          <Faces people={crew} start={0} here={here} />
          <p className="show-line">
            {hereWords(
              crew.map(({ id }) => id),
              here,
            )}
          </p>
        </div>
        <figure className="show-qr">
          <QrCode text={address} label="QR code of the night’s page" />
          <figcaption className="show-line">Join in on your phone</figcaption>
        </figure>
      </div>
    </div>
  );
}

/** The time until the show. It may start at any moment once the time is past and the vote is closed. */
function Countdown({ night: { stage, startsAt } }: { night: TvPage["night"] }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 500);
    return () => clearInterval(timer);
  }, []);
  const left = startsAt === null ? 0 : Date.parse(startsAt) - now;
  if (stage === "planned" && startsAt === null)
    return <p className="show-line">The show opens when everybody has voted.</p>;
  if (stage !== "planned" && left <= 0)
    return <p className="show-line">The envelopes are sealed. The show starts in a moment.</p>;
  return (
    <>
      <p className="show-line">
        {stage === "planned" ? "The winners come out in" : "The envelopes are sealed. The winners come out in"}
      </p>
      <p role="timer" className="show-poster show-countdown">
        {countdownWords(left)}
      </p>
    </>
  );
}
