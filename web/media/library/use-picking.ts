import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type LibraryItem, mostPicked } from "#contract/library.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { type MediaScope } from "../queries.ts";
import { NotPicked, notPicked, openPickerWindow, untilPicked } from "./picker-window.ts";
import { importsQuery, resyncQuery } from "./queries.ts";
import { type Sifted, sift } from "./sift.ts";
import { tellAccess } from "./tell-access.ts";

export type Step =
  | { readonly kind: "ready"; readonly problem?: string }
  /** What has to come first. */
  | { readonly kind: "access"; readonly missing: "login" | "link" }
  /** Somebody picks in the other window. */
  | { readonly kind: "picking" }
  | { readonly kind: "reading" }
  | ({
      readonly kind: "preview";
      readonly sessionId: string;
      readonly isStarting: boolean;
      readonly problem?: string;
    } & Pick<Sifted, "items" | "unready">);

/** Picking photos in the library's own window, looking at them, and having them imported. */
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
    // Before anything else: only now does the browser open a window.
    const popup = openPickerWindow();
    if (!popup) return setStep({ kind: "ready", problem: notPicked.blocked });
    stop();
    const own = new AbortController();
    picking.current = own;
    const { signal } = own;
    let sessionId: string | undefined;
    setStep({ kind: "picking" });
    try {
      const session = await api("POST /api/google-photos/session", { body: {}, signal });
      sessionId = session.id;
      if (popup.closed) throw new NotPicked(notPicked.closed);
      popup.location.href = session.pickerUri;
      await untilPicked(popup, sessionId, signal);
      popup.close();
      setStep({ kind: "reading" });
      const { mediaItems } = await api("GET /api/google-photos/media", { query: { sessionId }, signal });
      const here = client.getQueryData(resyncQuery(scope).queryKey)?.existingGooglePhotosIds ?? [];
      const { items, unready, toast: told } = sift(mediaItems, new Set(here), mostPicked);
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

  /** Has the server fetch what stands in the preview; answers the ids of the imports. */
  const begin = async (preview: Step & { kind: "preview" }) => {
    setStep({ ...preview, isStarting: true });
    try {
      const itemIds = preview.items.map(({ id }: LibraryItem) => id);
      const { imports } = await api("POST /api/google-photos/import", {
        body: { sessionId: preview.sessionId, itemIds, ...scope },
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

  /** Forgets what was picked, and closes the other window. */
  const clear = () => {
    stop();
    if (step.kind === "preview") forget(step.sessionId);
    setStep({ kind: "ready" });
  };

  return { step, choose: () => void choose(), begin, clear };
}

/** Nothing depends on it: the library forgets a selection by itself too. */
const forget = (id: string) =>
  void api("DELETE /api/google-photos/session/:id", { params: { id } }).catch(() => undefined);
