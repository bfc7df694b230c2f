import { type FormEvent, useEffect, useRef, useState } from "react";
import type { InvitationCard } from "#contract/squads.ts";
import { ApiError, api, sentenceOf } from "../core/api.ts";
import { leaveFor } from "../core/leave.ts";
import { ButtonLink, paths } from "../core/link.tsx";
import { Button } from "../ui/button.tsx";
import { InputField } from "../ui/input-field.tsx";

/** Makes a random key. The server gives the same seat for the same key, so a request whose answer was lost can be sent again. */
const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replaceAll(/[+/]/g, (sign) =>
    sign === "+" ? "-" : "_",
  );

/** Takes a seat by name, and opens the trip that is on, or the squad. The other way is to log in or register. */
export function SitDown({
  id,
  invite,
  expected,
}: {
  id: string;
  invite: string;
  expected: InvitationCard["expected"];
}) {
  const [names, setNames] = useState(expected);
  /** The name that was chosen: an expected person, or somebody else. */
  const [chosen, setChosen] = useState<string>();
  const choices = useRef<HTMLFieldSetElement>(null);
  // A name can be chosen before the code of the drawn page runs.
  useEffect(() => setChosen(choices.current?.querySelector<HTMLInputElement>(":checked")?.value), []);
  const key = useRef<string>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const sitDown = async (who: { firstName: string } | { expected: string }) => {
    key.current ??= newKey();
    const body = { ...who, invite, key: key.current };
    const { isWaiting, tripId } = await api("POST /api/squads/:id/seats", { params: { id }, body });
    // Some browsers inside chat apps keep no cookies, so nobody is signed in.
    const keepsCookies = await api("GET /api/auth/user", { keepsPage: true }).then(
      () => true,
      (error: unknown) => !(error instanceof ApiError && error.status === 401),
    );
    if (!keepsCookies) return setError(noCookies);
    await leaveFor(isWaiting ? paths.dashboard : tripId ? paths.trip(tripId) : paths.squad(id));
  };
  const asksName = names.length === 0 || chosen === somebodyElse;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = field.current?.value.trim() ?? "";
    const isExpected = names.some((one) => one.id === chosen);
    if (!isExpected && asksName && name === "") return setError("Please enter your first name");
    if (!isExpected && !asksName) return setError("Please choose who you are");
    setError(undefined);
    setBusy(true);
    void sitDown(isExpected && chosen !== undefined ? { expected: chosen } : { firstName: name })
      .catch((error: unknown) => {
        setError(sentenceOf(error));
        if (!(error instanceof ApiError && error.key === "seat_just_taken")) return;
        setNames(names.filter((one) => one.id !== chosen));
        setChosen(undefined);
      })
      .finally(() => setBusy(false));
  };
  return (
    // Before the code of a drawn page runs, the method "dialog" sends nothing.
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-4">
      {names.length > 0 && (
        <fieldset ref={choices} className="grid gap-2">
          <legend className="mb-1.5 text-sm font-bold">Who are you?</legend>
          <div className="flex flex-wrap gap-2">
            {[...names, { id: somebodyElse, firstName: "Someone else" }].map((one) => (
              <label
                key={one.id}
                className="inline-flex min-h-11 cursor-pointer items-center rounded-3xl border-2 border-field-line bg-card px-4 py-1.5 font-semibold wrap-anywhere hover:border-edge has-checked:border-edge has-checked:bg-main has-checked:text-page has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
              >
                <input type="radio" name="who" value={one.id} onChange={() => setChosen(one.id)} className="sr-only" />
                {one.firstName}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {asksName ? (
        <InputField
          label={names.length > 0 ? "Your name" : "Who are you?"}
          ref={field}
          name="firstName"
          placeholder="Your first name"
          autoComplete="given-name"
          autoCapitalize="words"
          enterKeyHint="go"
          maxLength={60}
          error={error}
        />
      ) : (
        <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
          {error}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" look="primary" busy={isBusy && "Sitting down..."}>
          Take a Seat
        </Button>
        <ButtonLink to={paths.auth(paths.joinSquad(id, invite))}>Log In or Register</ButtonLink>
      </div>
      <p className="text-center text-sm text-soft">No account needed: one name, and you are in.</p>
    </form>
  );
}

const somebodyElse = "else";

const noCookies =
  "This browser keeps no cookies, so it forgets your seat. Open this link in Safari, Chrome or Firefox.";
