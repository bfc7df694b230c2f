import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../core/api.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { toast } from "../../ui/toast.ts";
import { useMe } from "../../core/viewer.ts";
import { accountQuery } from "../people/queries.ts";

const ChangeEmailDialog = onDemand(async () => (await import("./change-email-dialog.tsx")).ChangeEmailDialog);

/** The email section: the address, whether it is confirmed, an address that is to replace it, and a button to change it. */
export function AccountEmail() {
  const me = useMe();
  const { data: account } = useQuery(accountQuery);
  const [changing, setChanging] = useState(false);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-lg font-semibold wrap-anywhere">{me.email}</span>
        {account && <Chip>{account.emailConfirmed ? "Confirmed" : "Not confirmed yet"}</Chip>}
      </p>
      {account?.emailConfirmed === false && (
        <p className="text-soft">Open the link that was mailed to it, so that you can always get back in.</p>
      )}
      {account?.newEmail != null && (
        <p className="wrap-anywhere">
          <strong>{account.newEmail}</strong> waits for you: open the link that was mailed there, and it takes the place
          of this one.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {account?.emailConfirmed === false && <SendAgain />}
        {account && (
          <Button onClick={() => setChanging(true)} {...ChangeEmailDialog.hint}>
            Change email
          </Button>
        )}
      </div>
      {account && <ChangeEmailDialog open={changing} onOpenChange={setChanging} hasPassword={account.hasPassword} />}
    </>
  );
}

function SendAgain() {
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await api("POST /api/email/link", { body: {} });
      toast({ title: "Link sent", text: "Look into your mail. Only the newest link counts." });
    } catch (error) {
      tellProblem(error, "Link Not Sent", "Failed to send the link. Please try again.");
    } finally {
      setSending(false);
    }
  };
  return (
    <Button busy={sending && "Sending..."} onClick={() => void send()}>
      Send the link again
    </Button>
  );
}
