import { type CSSProperties, useEffect, useRef, useState } from "react";
import type { TvPage } from "#contract/tv.ts";
import { QrCode } from "../../../ui/qr-code.tsx";
import { serverNow } from "../show/clock.ts";
import { CardSky } from "../show/card-skies.tsx";
import { Faces } from "../show/faces.tsx";
import { Swell } from "../show/card-player.tsx";
import { fit } from "../show/timing.ts";
import { useFit } from "../show/use-fit.ts";
import { countdownWords } from "./countdown-words.ts";

/** The time before the show: countdown, crew, and the QR code that brings phones in. */
export function TvWaiting({ page: { trip, night, crew } }: { page: TvPage }) {
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
          {night.stage === "planned" ? (
            <Countdown until={Date.parse(night.startsAt)} />
          ) : (
            <p className="show-line">The envelopes are sealed. The show starts in a moment.</p>
          )}
          <Faces people={crew} start={0} />
        </div>
        <figure className="show-qr">
          <QrCode text={address} label="QR code of the night’s page" />
          <figcaption className="show-line">Join in on your phone</figcaption>
        </figure>
      </div>
    </div>
  );
}

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="timer" className="show-poster show-countdown">
      {countdownWords(until - now)}
    </p>
  );
}
