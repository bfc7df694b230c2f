import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { maxMessageCharacters, defaultInvitation } from "#contract/invitations.ts";
import { plural } from "#contract/locale.ts";
import { accountQuery } from "../../accounts/people/queries.ts";
import { NeedsAccount } from "../../accounts/seat/needs-account.tsx";
import { SendConfirmation } from "../../accounts/settings/send-confirmation.tsx";
import { ApiError, api, sentenceOf } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { useMe } from "../../core/viewer.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { TextareaField } from "../../ui/inputs.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { findTyped, useTyped } from "../../ui/typed.ts";
import { outcomeWords } from "./outcome-words.ts";
import { type TypedAddresses, typedAddresses, withoutLastWord } from "./typed-addresses.ts";

/** The trip or squad to invite to. */
type InviteTarget = { readonly tripId: string } | { readonly squadId: string };

const noneTyped = "Please enter at least one email address";
const noneValid = "Please enter at least one valid email address";

interface Props {
  readonly place: InviteTarget;
  readonly name: string;
  readonly onDone: () => void;
}

/** Invites people by mail; a seat, and a person whose address is unconfirmed, get the way to it instead. */
export function InviteForm(props: Props) {
  const { isSeat } = useMe();
  return isSeat ? (
    <NeedsAccount text="Keep your seat, and you can invite people by email." />
  ) : (
    <InviteByMail {...props} />
  );
}

function InviteByMail(props: Props) {
  const { data: account, isLoading } = useQuery(accountQuery);
  // A form would take away what somebody types meanwhile. Without an answer the server decides.
  if (isLoading) return <Loading label="Loading the form..." className="grid gap-4" each="h-32" count={2} />;
  return account?.mayInviteByMail === false ? <ConfirmFirst /> : <MailForm {...props} />;
}

function ConfirmFirst() {
  const { email } = useMe();
  return (
    <div className="grid justify-items-start gap-4">
      <p className="wrap-anywhere">
        Please confirm your own address first: open the link that was mailed to <strong>{email}</strong>. Then you can
        invite people by email.
      </p>
      <SendConfirmation />
    </div>
  );
}

/** What a person has typed. */
interface Letter {
  readonly text: string;
  readonly message: string;
}

/** If no mail is sent, the typed text stays. */
function MailForm({ place, name, onDone }: Props) {
  const formName = `invite ${"tripId" in place ? place.tripId : place.squadId}`;
  const [before] = useState(() => findTyped(formName) as Letter | undefined);
  const [text, setText] = useState(before?.text ?? "");
  const [message, setMessage] = useState(() => before?.message ?? defaultInvitation(name));
  useTyped(formName, (): Letter => ({ text, message }));
  const [fault, setFault] = useState<string>();
  const [messageFault, setMessageFault] = useState<string>();
  // While the field has the focus, its last word may be unfinished and does not count as wrong.
  const [typing, setTyping] = useState(false);
  const typed = typedAddresses(text);
  const count = typed.valid.length;

  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => {
      const asked = { emails: [...typed.valid], message };
      return "tripId" in place
        ? api("POST /api/invites", { body: { ...place, ...asked } })
        : api("POST /api/squad-invites", { body: { ...place, ...asked } });
    },
    onSuccess: (outcome) => {
      void client.invalidateQueries({ queryKey: keys.invitations });
      if (outcome.sent.length === 0) return setFault(outcomeWords(outcome));
      toast({ title: "Invitations Sent!", text: outcomeWords(outcome) });
      return onDone();
    },
    onError: (error) => {
      const issueOf = (field: string) =>
        error instanceof ApiError ? error.issues.find(({ path }) => path.startsWith(field))?.message : undefined;
      setFault(issueOf("emails"));
      setMessageFault(issueOf("message"));
      if (error instanceof ApiError && error.code === "email_unconfirmed")
        void client.invalidateQueries({ queryKey: accountQuery.queryKey });
      tellProblem(error, "Error Sending Invitations", sentenceOf(error));
    },
  });

  const submit = () => {
    if (send.isPending) return;
    if (count > 0) return send.mutate();
    const problem = text.trim() === "" ? noneTyped : noneValid;
    setFault(problem);
    return toast({ title: "Invalid Email Addresses", text: problem, look: "danger" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // After an address, Enter begins a new line, and Ctrl or Cmd with Enter sends. Before one, Enter shows the fault.
    if (event.key !== "Enter" || (count > 0 && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    submit();
  };

  return (
    <form
      noValidate
      className="grid content-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div>
        <TextareaField
          label="Email addresses"
          hint="Separate them with commas, semicolons or spaces."
          rows={2}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          error={fault}
          onChange={(event) => {
            setText(event.target.value);
            setFault(undefined);
            send.reset();
          }}
          onFocus={() => setTyping(true)}
          onBlur={() => {
            setTyping(false);
            if (text.trim() !== "" && count === 0) setFault(noneValid);
          }}
          onKeyDown={onKeyDown}
        />
        <Guests valid={typed.valid} dropped={typedAddresses(typing ? withoutLastWord(text) : text).dropped} />
        <p aria-live="polite" className="sr-only">
          {count > 0 &&
            plural(count, { one: "One person will be invited.", other: `${count} people will be invited.` })}
        </p>
      </div>
      <TextareaField
        label="Message (optional)"
        rows={4}
        maxLength={maxMessageCharacters}
        value={message}
        error={messageFault}
        onChange={(event) => {
          setMessage(event.target.value);
          setMessageFault(undefined);
          send.reset();
        }}
      />
      <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
        {send.error && fault === undefined && messageFault === undefined ? sentenceOf(send.error) : ""}
      </p>
      <Button
        type="submit"
        look={count === 0 ? "plain" : "primary"}
        className="justify-self-end"
        icon={<Send aria-hidden="true" size={18} />}
        disabled={count === 0}
        busy={send.isPending && "Sending..."}
      >
        {count === 0
          ? "Send Invitations"
          : plural(count, { one: "Send 1 Invitation", other: `Send ${count} Invitations` })}
      </Button>
    </form>
  );
}

const maxShown = 10;

/** Lists the recognised addresses and the text that is left out. */
const Guests = ({ valid, dropped }: TypedAddresses) => (
  <div className="grid gap-2 text-sm not-empty:mt-3">
    {valid.length > 0 && (
      <ul aria-label="Will be invited" className="flex flex-wrap gap-2">
        {valid.slice(0, maxShown).map((address) => (
          <li key={address} className="rounded-full bg-tint px-3 py-1 font-semibold wrap-anywhere">
            {address}
          </li>
        ))}
        {valid.length > maxShown && <li className="px-1 py-1 font-semibold">and {valid.length - maxShown} more</li>}
      </ul>
    )}
    {dropped.length > 0 && <p className="wrap-anywhere text-soft">Left out: {dropped.join(", ")}</p>}
  </div>
);
