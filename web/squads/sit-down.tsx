import { type FormEvent, useRef, useState } from "react";
import { ApiError, api, sentenceOf } from "../core/api.ts";
import { leaveFor } from "../core/leave.ts";
import { ButtonLink, paths } from "../core/link.tsx";
import { Button } from "../ui/button.tsx";
import { InputField } from "../ui/input-field.tsx";

/** A new secret of this browser: the same seat for the same request, if the line breaks before its answer. */
const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replaceAll(/[+/]/g, (sign) =>
    sign === "+" ? "-" : "_",
  );

/** Takes a seat by name, and opens the trip that is on, or the squad. The other way is to log in or register. */
export function SitDown({ id, invite }: { id: string; invite: string }) {
  const key = useRef<string>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const sitDown = async (firstName: string) => {
    key.current ??= newKey();
    const body = { firstName, invite, key: key.current };
    const { isWaiting, tripId } = await api("POST /api/squads/:id/seats", { params: { id }, body });
    // Some browsers inside chat apps keep no cookies, so nobody is signed in.
    const keepsCookies = await api("GET /api/auth/user", { keepsPage: true }).then(
      () => true,
      (error: unknown) => !(error instanceof ApiError && error.status === 401),
    );
    if (!keepsCookies) return setError(noCookies);
    await leaveFor(isWaiting ? paths.dashboard : tripId ? paths.trip(tripId) : paths.squad(id));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = field.current?.value.trim() ?? "";
    if (name === "") return setError("Please enter your first name");
    setError(undefined);
    setBusy(true);
    void sitDown(name)
      .catch((error: unknown) => setError(sentenceOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    // Before the code of a drawn page runs, the method "dialog" sends nothing.
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-4">
      <InputField
        label="Who are you?"
        ref={field}
        name="firstName"
        placeholder="Your first name"
        autoComplete="given-name"
        autoCapitalize="words"
        enterKeyHint="go"
        maxLength={60}
        error={error}
      />
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

const noCookies =
  "This browser keeps no cookies, so it forgets your seat. Open this link in Safari, Chrome or Firefox.";
