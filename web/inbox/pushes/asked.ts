const place = "push-asked";
const pauseMs = 30 * 24 * 3_600_000;
/** After this many refusals the question never comes by itself again. The settings still have the switch. */
const maxTimes = 2;

interface Refusals {
  readonly person: string;
  readonly times: number;
  /** The last one, in milliseconds. */
  readonly at: number;
}

const refusalsOf = (person: string): Refusals => {
  const none = { person, times: 0, at: 0 };
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? "null") as Refusals | null;
    return kept?.person === person ? kept : none;
  } catch {
    // Where nothing can be remembered, the question would come again and again.
    return { ...none, times: maxTimes };
  }
};

/** Whether this person may be asked in this browser to switch pushes on: not for 30 days after a refusal, and never after a second one. */
export function mayAsk(person: string, now = Date.now()): boolean {
  const { times, at } = refusalsOf(person);
  return times < maxTimes && now - at > pauseMs;
}

/** Notes that this person does not want pushes for now. */
export function noteRefusal(person: string, now = Date.now()): void {
  try {
    const refusals: Refusals = { person, times: refusalsOf(person).times + 1, at: now };
    localStorage.setItem(place, JSON.stringify(refusals));
  } catch {}
}
