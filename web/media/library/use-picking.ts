import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type LibraryItem, maxPickedItems } from "#contract/library.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { type MediaScope } from "../queries.ts";
import { type CheckedSelection, checkSelection } from "./check-selection.ts";
import { NotPicked, notPicked, openPickerWindow, waitForSelection } from "./picker-window.ts";
import { importsQuery, resyncQuery } from "./queries.ts";
import { tellAccess } from "./tell-access.ts";

/** The dialog says that nobody is logged in. */
const keepsPage = true;

export type Step =
  | { readonly kind: "ready"; readonly problem?: string }
  /** The person has to log in or connect the account first. */
  | { readonly kind: "access"; readonly missing: "login" | "link" }
  /** The picker is open in the other window. */
  | { readonly kind: "picking" }
  | { readonly kind: "reading" }
  | ({
      readonly kind: "preview";
      readonly sessionId: string;
      readonly isStarting: boolean;
      readonly problem?: string;
    } & Pick<CheckedSelection, "items" | "unready">);

/** Lets a person pick photos in the window of Google Photos, check them, and import them. */
export function usePicking(scope: MediaScope) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ kind: "ready" });
  const picking = useRef<AbortController>(null);
  useEffect(() => () => picking.current?.abort(), []);

  const stop = () => {
    picking.current?.abort();
    picking.current = null;
  };

  const choose = async () => {
    // This comes first, because browsers open a window only during the click.
    const popup = openPickerWindow();
    if (!popup) return setStep({ kind: "ready", problem: notPicked.blocked });
    stop();
    const own = new AbortController();
    picking.current = own;
    const { signal } = own;
    let sessionId: string | undefined;
    setStep({ kind: "picking" });
    try {
      const session = await api("POST /api/google-photos/session", { body: {}, signal, keepsPage });
      sessionId = session.id;
      if (popup.closed) throw new NotPicked(notPicked.closed);
      popup.location.href = session.pickerUri;
      await waitForSelection(popup, sessionId, signal);
      popup.close();
      setStep({ kind: "reading" });
      const { mediaItems } = await api("GET /api/google-photos/media", { query: { sessionId }, signal, keepsPage });
      const imported = client.getQueryData(resyncQuery(scope).queryKey)?.existingGooglePhotosIds ?? [];
      const { items, unready, toast: told } = checkSelection(mediaItems, new Set(imported), maxPickedItems);
      if (told) toast(told);
      if (items.length + unready.length === 0) {
        forget(sessionId);
        return setStep({ kind: "ready" });
      }
      return setStep({ kind: "preview", sessionId, items, unready, isStarting: false });
    } catch (error) {
      popup.close();
      if (sessionId) forget(sessionId);
      if (signal.aborted) return undefined;
      const missing = tellAccess(error);
      if (missing) return setStep({ kind: "access", missing });
      return setStep({ kind: "ready", problem: error instanceof NotPicked ? error.message : sentenceOf(error) });
    } finally {
      if (picking.current === own) picking.current = null;
    }
  };

  /** Tells the server to import the photos of the preview. Returns the ids of the imports, or undefined after a failure. */
  const begin = async (preview: Step & { kind: "preview" }) => {
    setStep({ ...preview, isStarting: true });
    try {
      const itemIds = preview.items.map(({ id }: LibraryItem) => id);
      const { imports } = await api("POST /api/google-photos/import", {
        body: { sessionId: preview.sessionId, itemIds, ...scope },
        keepsPage,
      });
      client.setQueryData(importsQuery(scope).queryKey, imports);
      setStep({ kind: "ready" });
      return new Set(imports.map(({ id }) => id));
    } catch (error) {
      const missing = tellAccess(error);
      setStep(missing ? { kind: "access", missing } : { ...preview, isStarting: false, problem: sentenceOf(error) });
      return undefined;
    }
  };

  /** Forgets the selection and stops waiting for the picker. */
  const clear = () => {
    stop();
    if (step.kind === "preview") forget(step.sessionId);
    setStep({ kind: "ready" });
  };

  return { step, choose: () => void choose(), begin, clear };
}

/** A failure does not matter: Google Photos forgets a selection by itself later. */
const forget = (id: string) =>
  void api("DELETE /api/google-photos/session/:id", { params: { id }, keepsPage }).catch(() => undefined);
