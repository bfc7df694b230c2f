import "./show.css";
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { NightCard } from "#contract/nights.ts";
import type { TvPage } from "#contract/tv.ts";
import { cx } from "../../../ui/class-names.ts";
import { CardClock } from "./card-clock.ts";
import { CardBody } from "./card-body.tsx";
import { CardSky } from "./card-skies.tsx";
import { hasDrum, showDrumMs } from "./timing.ts";
import { useFit } from "./use-fit.ts";
import { sentenceOfCard } from "./words.ts";

/** A card on its place in a show. */
export interface Showing {
  readonly position: number;
  /** When it begins or began, in milliseconds of the clock `now`. */
  readonly cardAt: number;
  readonly card: NightCard;
}

interface CardPlayerProps {
  readonly showing: Showing;
  readonly trip: TvPage["trip"];
  /** The present time in milliseconds. */
  readonly now: () => number;
}

/** How long a card takes to leave. `show.css` has it too. */
const leaveMs = 450;

const animationEvents = ["animationstart", "animationend", "animationcancel"] as const;

/**
 * Draws the present card of a show. CSS animations run from `cardAt`, before or after now: a card that comes early waits unseen until it
 * begins, while the card before stays, and a page that comes late joins in the middle. So all screens show the same picture.
 */
export function CardPlayer({ showing: latestShowing, trip, now }: CardPlayerProps) {
  // A slow phone draws a card in pieces, between the frames of the card before.
  const showing = useDeferredValue(latestShowing);
  const [cards, setCards] = useState<readonly Showing[]>([showing]);
  const latest = cards.at(-1)!;
  if (latest.position !== showing.position || latest.cardAt !== showing.cardAt) {
    // A card that was never seen makes room for the next one.
    setCards([...cards.filter(({ cardAt }) => cardAt <= now()).slice(-1), showing]);
  }
  useEffect(() => {
    if (cards.length === 1) return undefined;
    const timer = setTimeout(() => setCards((all) => all.slice(-1)), latest.cardAt - now() + leaveMs);
    return () => clearTimeout(timer);
  }, [cards.length, latest, now]);

  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Radix's dialog computes its styles whenever an animation inside of it begins or ends, which takes a slow phone a frame each.
    const stop = (event: Event) => event.stopPropagation();
    for (const type of animationEvents) room.current?.addEventListener(type, stop);
  }, []);

  const layers = cards.map((one) => ({ ...one, leaveAt: one === latest ? undefined : latest.cardAt }));
  return (
    <div ref={room} className="show-room">
      {layers.map((one) => (
        <Layer key={`${one.position} ${one.cardAt}`} {...one} now={now} place="show-sky">
          <CardSky card={one.card} trip={trip} />
        </Layer>
      ))}
      <Swell />
      {layers.map((one) => (
        <Layer key={`${one.position} ${one.cardAt}`} {...one} now={now} place="show-card">
          <CardBody card={one.card} trip={trip} />
        </Layer>
      ))}
      <Announcer showing={showing} trip={trip} now={now} />
    </div>
  );
}

/** One card, or what stands behind it, on its own time. */
function Layer({
  card,
  cardAt,
  leaveAt,
  now,
  place,
  children,
}: Showing & { leaveAt: number | undefined; now: () => number; place: string; children: ReactNode }) {
  const elapsed = useCallback(() => now() - cardAt, [now, cardAt]);
  // Read once: a delay that changed would make the animation jump.
  const [{ shift, readAt }] = useState(() => ({ shift: cardAt - now(), readAt: performance.now() }));
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Browsers start an animation with the frame that draws it first, which a slow phone draws late. `getAnimations` makes the browser
    // compute the styles of the card, so it waits for the next frame.
    const frame = requestAnimationFrame(() => {
      for (const animation of layer.current?.getAnimations({ subtree: true }) ?? []) animation.startTime = readAt;
    });
    return () => cancelAnimationFrame(frame);
  }, [readAt]);
  useFit(layer);
  const [leave, setLeave] = useState<number>();
  if (leaveAt !== undefined && leave === undefined) setLeave(leaveAt - now());
  return (
    <div
      ref={layer}
      className={cx(place, leave !== undefined && "show-leaving")}
      data-kind={card.kind}
      data-rank={card.kind === "place" ? card.rank : undefined}
      aria-hidden={leave !== undefined || undefined}
      // A slow phone takes a frame to restyle all parts of a card. They would inherit `inert` and a custom property, but not these two.
      style={
        {
          "--shift": `${Math.round(shift)}ms`,
          ...(leave !== undefined && { animationDelay: `${Math.round(leave)}ms` }),
        } as CSSProperties
      }
    >
      <CardClock value={elapsed}>{children}</CardClock>
    </div>
  );
}

/** Says a card to screen readers when its words are out. */
function Announcer({ showing: { card, cardAt }, trip, now }: Pick<CardPlayerProps, "showing" | "trip" | "now">) {
  const [said, setSaid] = useState("");
  const sentence = sentenceOfCard(card, trip);
  const outAt = cardAt + (hasDrum(card) ? showDrumMs : 0);
  useEffect(() => {
    // A text that is there from the start is not read out.
    const timer = setTimeout(() => setSaid(sentence), Math.max(100, outAt - now()));
    return () => clearTimeout(timer);
  }, [outAt, now, sentence]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

/** The sea in front of the sky. */
export const Swell = () => (
  <div aria-hidden="true" className="show-swell">
    <Wave depth="far" />
    <Wave depth="near" />
  </div>
);

const Wave = ({ depth }: { depth: "far" | "near" }) => (
  <svg className={`show-wave-${depth}`} viewBox="0 0 800 100" preserveAspectRatio="none">
    <path d="M0 40C60 10 120 5 200 40S340 70 400 40S520 5 600 40S740 70 800 40V100H0Z" />
  </svg>
);
