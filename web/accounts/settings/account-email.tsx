import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { useMe } from "../../core/viewer.ts";
import { accountQuery } from "../people/queries.ts";
import { SendConfirmation } from "./send-confirmation.tsx";

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
        {account?.emailConfirmed === false && <SendConfirmation />}
        {account && (
          <Button onClick={() => setChanging(true)} {...ChangeEmailDialog.hint}>
            Change Email
          </Button>
        )}
      </div>
      {account && <ChangeEmailDialog open={changing} onOpenChange={setChanging} hasPassword={account.hasPassword} />}
    </>
  );
}
