import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ResyncStatus, maxPickedItems } from "#contract/library.ts";
import { plural } from "#contract/locale.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { type MediaScope, refreshPhotos } from "../queries.ts";
import { refreshLibrary } from "./queries.ts";
import { tellAccess } from "./tell-access.ts";

const maxShown = 5;

/** Lists the photos that failed in earlier imports. They can be fetched again while Google Photos allows it, or forgotten. */
export function FailedImports({ scope, status: { failed, canResync } }: { scope: MediaScope; status: ResyncStatus }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<"resync" | "forget">();

  const resync = async () => {
    setBusy("resync");
    try {
      const body = { ...scope, maxPhotos: maxPickedItems };
      const { success, message } = await api("POST /api/google-photos/resync", { body, keepsPage: true });
      toast(
        success
          ? { title: "Re-sync Complete", text: message }
          : { title: "Re-sync Issues", text: message, look: "danger" },
      );
      await refreshPhotos(client);
    } catch (error) {
      if (!tellAccess(error)) toast({ title: "Re-sync Failed", text: sentenceOf(error), look: "danger" });
    }
    await refreshLibrary(client);
    setBusy(undefined);
  };
  const forget = async () => {
    setBusy("forget");
    await api("DELETE /api/google-photos/import", { query: scope }).catch((error: unknown) =>
      toast({ title: "Error", text: sentenceOf(error), look: "danger" }),
    );
    await refreshLibrary(client);
    setBusy(undefined);
  };

  return (
    <section aria-labelledby="failed-title" className="edge grid gap-3 rounded-card bg-card p-4">
      <h3 id="failed-title" className="font-bold">
        {plural(failed.length, { one: "1 photo did not come", other: `${failed.length} photos did not come` })}
      </h3>
      <ul className="grid gap-2 text-sm">
        {failed.slice(0, maxShown).map(({ id, fileName, error }) => (
          <li key={id} className="wrap-anywhere">
            <b>{fileName}</b> <span className="text-soft">{error}</span>
          </li>
        ))}
        {failed.length > maxShown && <li className="text-soft">+{failed.length - maxShown} more</li>}
      </ul>
      <div className="flex flex-wrap gap-3">
        {canResync && (
          <Button
            size="sm"
            busy={busy === "resync" && "Re-syncing..."}
            disabled={busy !== undefined}
            onClick={() => void resync()}
          >
            Re-sync
          </Button>
        )}
        <Button
          size="sm"
          look="quiet"
          busy={busy === "forget" && "Forgetting..."}
          disabled={busy !== undefined}
          onClick={() => void forget()}
        >
          {plural(failed.length, { one: "Forget It", other: "Forget Them" })}
        </Button>
      </div>
    </section>
  );
}
