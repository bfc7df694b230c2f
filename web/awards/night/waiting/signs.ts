// Decision 108: why pages tell each other who waits, and no server keeps it.

/** How often a page repeats its sign, in milliseconds. */
const repeatMs = 20_000;
/** A page that has not heard its own sign asks again after this time, and then after twice as long: its stream was not open yet. */
const firstRetryMs = 2000;
/** An asked page answers within this time, so that not all pages of a crew answer at the same moment. */
const answerMs = 1500;

/** A person counts as here this long after their last sign. */
const awayMs = 45_000;

/**
 * Keeps telling the other pages of a night that `me` is here: `send` carries a sign to all of them, this one included, and says whether
 * they should answer. `me` is the id of the person of this page.
 */
export function exchangeSigns(me: string | undefined, send: (asks: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasHeard = false;
  let isAnswering = false;
  let retryMs = firstRetryMs;
  const signIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(sign, ms);
  };
  function sign() {
    isAnswering = false;
    send(!hasHeard);
    signIn(hasHeard ? repeatMs : retryMs);
    retryMs = Math.min(2 * retryMs, repeatMs);
  }
  return {
    /** Sends a sign and asks who else is here. Call it when the page opens, and when it may have missed signs. */
    ask() {
      hasHeard = false;
      retryMs = firstRetryMs;
      sign();
    },
    /** Call it for each sign that this page hears. */
    hear(person: string, asks: boolean) {
      if (person === me) {
        hasHeard = true;
        if (!isAnswering) signIn(repeatMs);
      } else if (asks && !isAnswering) {
        isAnswering = true;
        signIn(Math.random() * answerMs);
      }
    },
    end: () => clearTimeout(timer),
  };
}

/** The people who are here, by id, with the time of their last sign in milliseconds. */
export type Here = ReadonlyMap<string, number>;

/** Leaves out those whose last sign is too long ago. Returns the same map if all are here. */
export function stillHere(here: Here, now: number): Here {
  const left = [...here].filter(([, at]) => now - at < awayMs);
  return left.length === here.size ? here : new Map(left);
}
