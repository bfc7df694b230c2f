import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Passkey } from "#contract/passkeys.ts";
import { ApiError, api } from "../../core/api.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { toast } from "../../ui/toast.ts";
import { AccountPart } from "./account-part.tsx";
import { agoOf, dateOf } from "./account-words.ts";
import { addPasskey, passkeyProblem, passkeysWork } from "../sign-in/passkeys.ts";
import { passkeysQuery } from "../people/queries.ts";

const ConfirmDialog = onDemand(async () => (await import("../../ui/confirm-dialog.tsx")).ConfirmDialog);
const AddPasskeyDialog = onDemand(async () => (await import("./add-passkey-dialog.tsx")).AddPasskeyDialog);
const RenamePasskeyDialog = onDemand(async () => (await import("./rename-passkey-dialog.tsx")).RenamePasskeyDialog);

/** The passkeys section: adds, renames and removes passkeys. */
export function AccountPasskeys() {
  const query = useQuery(passkeysQuery);
  return (
    <>
      <AccountPart query={query} label="Loading your passkeys...">
        {(passkeys) => (passkeys.length === 0 ? <p>You have none yet.</p> : <Passkeys passkeys={passkeys} />)}
      </AccountPart>
      {passkeysWork() ? (
        <AddPasskey />
      ) : (
        <p>
          Passkeys work at https addresses with a name. This page is open at{" "}
          <strong className="wrap-anywhere">{location.origin}</strong>, or your browser knows none.
        </p>
      )}
    </>
  );
}

function AddPasskey() {
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<"password" | "login">();
  const added = () => {
    toast({ title: "Passkey added", text: "You can log in with it from now on." });
    return client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  };
  const add = async () => {
    setAdding(true);
    try {
      await addPasskey();
      await added();
    } catch (error) {
      if (error instanceof ApiError && error.code === "confirmation_needed")
        return setAsking(error.issues.length > 0 ? "password" : "login");
      toast({ title: "Passkey Not Added", text: passkeyProblem(error), look: "danger" });
    } finally {
      setAdding(false);
    }
    return undefined;
  };
  return (
    <>
      <Button
        icon={<KeyRound aria-hidden="true" size={18} />}
        busy={adding && "Waiting for your device..."}
        onClick={() => void add()}
      >
        Add a Passkey
      </Button>
      <AddPasskeyDialog
        open={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        needs={asking ?? "password"}
        onAdded={() => void added()}
      />
    </>
  );
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const client = useQueryClient();
  const [removing, setRemoving] = useState<Passkey>();
  const [naming, setNaming] = useState<Passkey>();
  const remove = async () => {
    if (!removing) return;
    await api("DELETE /api/passkeys/:id", { params: { id: removing.id } });
    toast({ title: "Passkey removed", text: "Nobody can log in with it any more." });
    await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  };
  return (
    <>
      <ul className="grid w-full divide-y divide-line border-y border-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex items-center gap-2 py-3">
            <div className="grid min-w-0 flex-1 gap-0.5">
              <span className="font-semibold wrap-anywhere">{passkey.name}</span>
              <span className="text-sm text-soft">
                Added {dateOf(passkey.createdAt)},{" "}
                {passkey.lastUsedAt === null ? "not used yet" : `last used ${agoOf(passkey.lastUsedAt)}`}
              </span>
            </div>
            <IconButton
              label={`Rename ${passkey.name}`}
              onClick={() => setNaming(passkey)}
              {...RenamePasskeyDialog.hint}
            >
              <Pencil aria-hidden="true" size={18} />
            </IconButton>
            <IconButton label={`Remove ${passkey.name}`} onClick={() => setRemoving(passkey)} {...ConfirmDialog.hint}>
              <Trash2 aria-hidden="true" size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={() => setRemoving(undefined)}
        title={`Remove ${removing?.name ?? "this passkey"}?`}
        text="You can no longer log in with it. Your device may go on offering it until you delete it there too."
        action="Remove Passkey"
        busyLabel="Removing..."
        onConfirm={remove}
      />
      {naming && (
        <RenamePasskeyDialog key={naming.id} open passkey={naming} onOpenChange={() => setNaming(undefined)} />
      )}
    </>
  );
}
